internal import ConcurrencyPrimitives
private import LinuxPlatform

/// What the runtime has noted of a task that isn't complete: read from its memory, for a failure that is shown.
///
/// The places are those of the layout that the runtime tells debuggers (`_swift_concurrency_debug_internal_layout_version`). Of
/// another layout nothing is read. The memory of a task that has ended may be anything: it is read through the kernel, and is taken for
/// a task only if it says that it is one with the right number, and not complete.
struct TaskImage {
    /// What a suspended task awaits, by address.
    enum Awaited {
        case task(UInt)
        case continuation
        /// Children of a group, each of which has not been awaited.
        case group([UInt])
        /// An actor or another executor, on which it is enqueued.
        case executor(UInt)
    }

    /// Whether some thread runs it.
    let isRunning: Bool
    /// Nil if the runtime doesn't tell.
    let awaited: Awaited?
    /// The functions in which it goes on, from the innermost.
    let functions: [UInt64]

    /// The number of a task, which needn't be one of an exploration.
    static func number(at address: UInt) -> UInt32? { memory?.number(at: address) }

    /// Nil if the task is complete, or if nothing is known.
    init?(at address: UInt, number: UInt64) {
        guard let memory = Self.memory, memory.number(at: address) == UInt32(truncatingIfNeeded: number),
            let status = memory.word(address + Layout.status), status & Layout.isComplete == 0
        else { return nil }
        isRunning = status & Layout.isRunning != 0
        let record = status & Layout.hasDependency != 0 ? memory.word(address + Layout.records) : nil
        awaited = record.flatMap { memory.awaited(by: $0, of: address) }
        functions = memory.functions(of: address)
    }

    private static let memory = Memory()
}

/// Where the runtime keeps what in a task, and in its parts.
private enum Layout {
    static let (version, size) = (UInt32(1), UInt(208))

    // A job: the kind and the number in one word, and what to call.
    static let (number, function) = (UInt(32), UInt(56))
    // A task: the context in which it goes on; its flags, and the innermost of its records.
    static let (context, status, records) = (UInt(64), UInt(96), UInt(104))
    static let (isRunning, isComplete, hasDependency) = (UInt(0x800), UInt(0x2000), UInt(0x4000))
    /// Behind a child: its parent, and the next child.
    static let nextChild = size + 8

    // A record of what a task depends on: its kind, what that is, the kind of that, the task.
    static let (kind, dependency, kindOfDependency, waiter) = (UInt(0), UInt(16), UInt(32), UInt(40))
    static let (ofDependency, ofGroup) = (UInt(0), UInt(2))
    /// The record in a group, and in that the first of the children.
    static let (group, firstChild) = (UInt(8), UInt(16))
}

/// Reads tasks.
private struct Memory {
    private let memory: OwnMemory
    private let metadata: UInt

    /// Nil if the runtime's layout isn't the one that is known here.
    init?() {
        func value<Value>(_ name: String, as type: Value.Type) -> Value? {
            dlsym(nil, "_swift_concurrency_debug_" + name)?.load(as: type)
        }
        guard let memory = OwnMemory(),
            value("internal_layout_version", as: UInt32.self) == Layout.version,
            value("asyncTaskSize", as: UInt.self) == Layout.size,
            let metadata = value("asyncTaskMetadata", as: UInt.self)
        else { return nil }
        (self.memory, self.metadata) = (memory, metadata)
    }

    func word(_ address: UInt) -> UInt? { memory.word(at: address) }

    func number(at address: UInt) -> UInt32? {
        guard word(address) == metadata, let kindAndNumber = word(address + Layout.number) else { return nil }
        return UInt32(truncatingIfNeeded: kindAndNumber >> 32)
    }

    func awaited(by record: UInt, of task: UInt) -> TaskImage.Awaited? {
        guard word(record + Layout.kind).map({ $0 & 0xFF }) == Layout.ofDependency,
            word(record + Layout.waiter) == task, let target = word(record + Layout.dependency),
            let kind = word(record + Layout.kindOfDependency).map({ $0 & 0xFFFF_FFFF })
        else { return nil }
        switch kind {
        case 1: return .task(target)
        case 2: return .continuation
        case 3: return children(of: target).map { .group($0) }
        case 4: return target == 0 ? nil : .executor(target)
        default: return nil
        }
    }

    private func children(of group: UInt) -> [UInt]? {
        guard word(group + Layout.group).map({ $0 & 0xFF }) == Layout.ofGroup,
            var child = word(group + Layout.group + Layout.firstChild)
        else { return nil }
        var children: [UInt] = []
        while child != 0, children.count < Self.most, number(at: child) != nil {
            children.append(child)
            child = word(child + Layout.nextChild) ?? 0
        }
        return children
    }

    func functions(of task: UInt) -> [UInt64] {
        var functions = [word(task + Layout.function)].compactMap { $0 }
        var context = word(task + Layout.context) ?? 0
        // A context begins with its caller's, and with where that goes on.
        while context != 0, functions.count < Self.most, let function = word(context &+ 8), function != 0 {
            functions.append(function)
            context = word(context) ?? 0
        }
        return functions.map { UInt64($0) }
    }

    private static var most: Int { 100 }
}
