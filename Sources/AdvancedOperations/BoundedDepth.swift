internal import ConcurrencyPrimitives

/// Calls that lead to one another, as the end of a group ends the group around it: on the stack of the caller while they
/// are few, and on a thread with a stack of its own beyond that. So however deep groups are nested, no stack overflows.
enum BoundedDepth {
    /// How many of such calls the calling code is inside of, on this thread or in this task.
    @TaskLocal private static var depth = 0

    private static let most = 16

    static func run(_ body: @escaping @Sendable () -> Void) {
        if depth < most {
            $depth.withValue(depth + 1, operation: body)
        } else {
            WorkerThread.start(body)
        }
    }
}
