public import Dispatch

/// A thread to run work on that may block.
///
/// Threads come from Dispatch, which keeps them for reuse. Each is asked for through a serial dispatch queue
/// of its own: Dispatch starts a thread for every serial queue that has work, also when others are blocked,
/// where a concurrent queue would wait for its once-a-second look at blocked threads.
public enum WorkerThread {
    /// Serial queues that run nothing at the moment.
    private static let idleLanes = Mutex<[DispatchQueue]>([])

    /// Runs `body` on a thread of its own, or on `queue` if one is given, soon. Returns at once.
    ///
    /// `priority` is how the system is to weigh what it does; nil if nothing is said. Call it from anywhere.
    ///
    /// - Complexity: O(1); about what one dispatch costs.
    public static func start(
        priority: TaskPriority? = nil, on queue: DispatchQueue? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable () -> Void
    ) {
        if isExploring(), let controller = Exploration.controlling {
            controller.startThread(body)
            return controller.reach(.spawn, at: SourceSite(fileID, line))
        }
        let quality = priority.map(DispatchQoS.init) ?? .unspecified
        if let queue { return queue.async(qos: quality, execute: body) }
        let lane = idleLanes.withLock { $0.popLast() } ?? DispatchQueue(label: "OperationLab.worker")
        lane.async(qos: quality) {
            body()
            idleLanes.withLock { $0.append(lane) }
        }
    }
}

extension DispatchQoS {
    /// The one that the system treats as a task priority.
    init(_ priority: TaskPriority) {
        self =
            switch priority.rawValue {
            case ..<TaskPriority.utility.rawValue: .background
            case ..<TaskPriority.medium.rawValue: .utility
            case ..<TaskPriority.high.rawValue: .default
            case TaskPriority.high.rawValue: .userInitiated
            default: .userInteractive
            }
    }
}
