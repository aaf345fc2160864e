import ConcurrencyPrimitives
import Dispatch
import Operations

/// A queue that runs one operation at a time, in the order of adding.
public final class TinyQueue: CompletionBlockQueue {
    public typealias Operation = Operations.Operation

    private let base = DispatchQueue(label: "tiny")
    private let members = DispatchGroup()

    public init() {}

    public func addOperation(_ operation: Operation) {
        #if DROPS_COMPLETION_BLOCKS
        operation.completionBlock = nil
        #endif
        #if ENTERS_LATE
        base.async {
            self.members.enter()
            operation.start()
            self.members.leave()
        }
        #else
        base.async(group: members) {
            operation.start()
            withExtendedLifetime(self) {}
        }
        #endif
    }

    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        #if ALLOCATES_MORE
        let block: @Sendable () -> Void = { [block] in block() }
        #endif
        base.async(group: members) {
            block()
            // The queue lives until its operations have finished.
            withExtendedLifetime(self) {}
        }
    }

    /// Blocks the calling thread.
    public func waitUntilAllOperationsAreFinished() { members.wait() }

    public func waitUntilAllOperationsAreFinished() async {
        await withCheckedContinuation { continuation in
            members.notify(queue: .global()) { continuation.resume() }
        }
    }
}
