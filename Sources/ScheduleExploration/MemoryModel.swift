internal import CPlatform
private import LinuxPlatform

/// Which stores the atomic loads of an exploration may read.
///
/// The threads of an exploration run on one processor, so a load would always read the last store. The memory of others is weaker:
/// there a load may read an older one, and two stores may be seen in another order than that in which they ran. An exploration in
/// an instrumented build (<doc:WhatIsSeen>) makes such choices as it chooses threads. Others have sequential memory.
public enum MemoryModel: String, CaseIterable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// Each load reads the last store.
    case sequential = "sc"
    /// The memory of x86: a store waits in the buffer of its processor, while later loads run. (Sewell and others, *x86-TSO*,
    /// CACM 2010.) It says nothing of what a compiler may do to relaxed accesses.
    case totalStoreOrder = "tso"
    /// The memory of C++, and so that of Swift, on any processor: as RC11 describes it (Lahav and others, *Repairing Sequential
    /// Consistency in C/C++11*, PLDI 2017).
    case rc11

    public var description: String { rawValue }

    /// - Precondition: The variable, if there is one, names a model: an exploration of another memory would pass for nothing.
    static let ofEnvironment: Self = {
        guard let name = getenv("OPERATIONLAB_MEMORY").map({ String(cString: $0) }) else {
            return .sequential
        }
        guard let model = Self(rawValue: name) else {
            fatalError("OPERATIONLAB_MEMORY is '\(name)', and not sc, tso or rc11")
        }
        return model
    }()

    var model: oplab_memory {
        switch self {
        case .sequential: oplab_memory_sequential
        case .totalStoreOrder: oplab_memory_tso
        case .rc11: oplab_memory_rc11
        }
    }
}
