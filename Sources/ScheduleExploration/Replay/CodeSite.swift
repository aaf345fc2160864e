internal import CScheduleControl
internal import ConcurrencyPrimitives

/// Where in the program a thread is.
enum CodeSite {
    /// A primitive of this project was used there.
    case source(SourceSite)
    /// Some call in there is the program's own.
    case stack(CallStack)
}

/// The addresses behind the calls that a thread is in, from the innermost.
struct CallStack: Hashable, Sendable {
    let addresses: [UInt64]

    init(addresses: [UInt64]) { self.addresses = addresses }

    /// That of code which is about to go on in these functions: what is looked up are the places of calls, which lie before the addresses.
    init(before functions: [UInt64]) { self.init(addresses: functions.map { $0 &+ 1 }) }

    /// That of the calling thread.
    static func here() -> CallStack {
        CallStack(
            addresses: Array(unsafeUninitializedCapacity: depth) { buffer, count in
                count = Int(oplab_call_stack(buffer.baseAddress!, Int32(depth)))
            })
    }

    private static var depth: Int { 32 }
}

extension CodeSite {
    /// The innermost call alone.
    var innermost: CodeSite {
        guard case .stack(let stack) = self else { return self }
        return .stack(CallStack(addresses: Array(stack.addresses.prefix(1))))
    }
}
