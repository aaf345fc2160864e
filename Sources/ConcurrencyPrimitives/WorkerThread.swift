private import Dispatch

/// A thread to run work on that may block.
///
/// Threads come from Dispatch, which keeps them for reuse. Each is asked for through a serial dispatch queue
/// of its own: Dispatch starts a thread for every serial queue that has work, also when others are blocked,
/// where a concurrent queue would wait for its once-a-second look at blocked threads.
public enum WorkerThread {
    /// Serial queues that run nothing at the moment.
    private static let idleLanes = Mutex<[DispatchQueue]>([])

    /// Runs `body` on a thread of its own, soon. Returns at once.
    ///
    /// - Complexity: O(1); about what one dispatch costs.
    public static func start(
        fileID: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable () -> Void
    ) {
        if isExploring(), let controller = Exploration.controlling {
            controller.startThread(body)
            return controller.reach(.spawn, at: SourceSite(fileID, line))
        }
        let lane = idleLanes.withLock { $0.popLast() } ?? DispatchQueue(label: "OperationLab.worker")
        lane.async {
            body()
            idleLanes.withLock { $0.append(lane) }
        }
    }
}
