public import Dispatch

/// A thread to run work on that may block.
///
/// The first 128 at a time come from Dispatch, which keeps threads for reuse. Each is asked for through a serial dispatch
/// queue of its own: Dispatch starts a thread for every serial queue that has work, also when others are blocked, where a
/// concurrent queue would wait for its once-a-second look at blocked threads.
///
/// ## The ceiling
///
/// Dispatch starts 255 threads for serial queues, and no more: if all of them are blocked, no serial queue of the process
/// goes on. So it is asked for 128. Work beyond that runs on threads of our own (`ReserveThreads`), which need nothing of
/// Dispatch: 4,096 at a time. Therefore work that waits for other work of this kind, each for the next, comes to its end if
/// it is no more than 4,224 deep in the whole process; and 127 threads of Dispatch are left to the process's own serial
/// queues, so that work may wait for those as well. Work beyond 4,224 at a time, or what the system has no thread for,
/// gets a serial dispatch queue again, beyond the 128: it waits until Dispatch has a thread, and may take the ones left to
/// the process.
///
/// A thread of our own has the stack that the system gives every thread by default, so that a body may recurse as deeply
/// there as on one of Dispatch. The stacks take address space, and only what is used of them becomes memory. The priority
/// is the process's, whatever is asked for.
public enum WorkerThread {
    private struct Lanes {
        /// Serial queues that run nothing at the moment.
        var idle: [DispatchQueue] = []
        var busy = 0

        mutating func take() -> DispatchQueue {
            busy += 1
            return idle.popLast() ?? DispatchQueue(label: "OperationLab.worker")
        }
    }

    private static let mostLanes = 128
    private static let lanes = Mutex(Lanes())
    private static let reserve = ReserveThreads(ceiling: 4_096, idleTime: .seconds(5))

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
        let free = lanes.withLock { $0.busy < mostLanes ? $0.take() : nil }
        if free == nil, reserve.run(body) { return }
        let lane = free ?? lanes.withLock { $0.take() }
        lane.async(qos: quality) {
            body()
            lanes.withLock { lanes in
                lanes.idle.append(lane)
                lanes.busy -= 1
            }
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
