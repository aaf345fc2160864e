public import Dispatch

/// Threads for work that may block.
///
/// The first 128 at a time come from Dispatch, which reuses threads. Each has a serial dispatch queue of its own: Dispatch
/// starts a thread for every serial queue that has work, also while others are blocked. A concurrent queue would wait until
/// Dispatch checks for blocked threads, once a second.
///
/// ## The ceiling
///
/// Dispatch starts at most 255 threads for serial queues. If all of them are blocked, no serial queue of the process continues.
/// So at most 128 are used. Work beyond that runs on separate threads (`ReserveThreads`), at most 4,096 at a time. Therefore
/// nested work, each waiting for the next, ends if it is at most 4,224 deep in the whole process. 127 threads of Dispatch are
/// left to the process's own serial queues, so that work may wait for those as well. Work beyond 4,224 at a time, or for which
/// the system can't start a thread, gets a further serial dispatch queue: it waits until Dispatch has a thread, and may use one
/// of those left to the process.
///
/// A thread that has done its work waits a moment for more work of the same priority before Dispatch gets it back
/// (`WorkList`): so a queue that starts a worker when another has just ended, or one queue after the other, needs no
/// thread woken.
///
/// A separate thread has the system's default stack, so that a body may recurse as deeply as on a thread of Dispatch. Stacks
/// take address space, and only their used part takes memory. Their priority is the process's.
public enum WorkerThread {
    private struct SerialQueues {
        /// Queues that run nothing at the moment.
        var idle: [DispatchQueue] = []
        var busy = 0

        mutating func take() -> DispatchQueue {
            busy += 1
            return idle.popLast() ?? DispatchQueue(label: "OperationLab.worker")
        }
    }

    private static let mostSerialQueues = 128
    private static let serialQueues = Mutex(SerialQueues())
    private static let reserve = ReserveThreads(ceiling: 4_096, idleTime: .seconds(5))
    /// One for each class of priority.
    private static let lists = (0..<6).map { _ in WorkList() }

    private static func list(of quality: DispatchQoS) -> WorkList { lists[quality.listIndex] }

    /// The claim of other work to a thread that has polled for more of what it did.
    ///
    /// The thread calls one of the methods, once, before it runs anything that may take its time.
    public struct Claim: Sendable {
        fileprivate let quality: DispatchQoS

        /// The thread is going to return from what ``WorkerThread/start(priority:on:fileID:line:_:)`` was given, and takes over
        /// the other work. It runs no client's code before.
        public func meetByReturning() {
            if isExploring(), let works = Exploration.works { return works.stopExpecting() }
            list(of: quality).stopExpecting()
        }

        /// Another thread is started for the other work.
        public func startAnother() {
            if isExploring(), let controller = Exploration.controlling, let works = Exploration.works {
                return controller.startThread { works.serve() }
            }
            serve(quality)
        }
    }

    /// Calls `poll`, on a thread that this has started, which waits a moment for more of what it did.
    ///
    /// - Parameters:
    ///   - priority: With which it was started.
    ///   - poll: Returns soon, and at once when its argument says that other work waits for a thread.
    /// - Returns: The claim of other work to the thread; nil if there is none.
    public static func poll(priority: TaskPriority?, _ poll: (_ isWanted: () -> Bool) -> Void) -> Claim? {
        let quality = DispatchQoS(priority)
        if isExploring(), let works = Exploration.works {
            works.beginPolling()
            poll { false }
            return works.endPolling() ? Claim(quality: quality) : nil
        }
        let list = list(of: quality)
        list.beginPolling()
        poll { list.isWanted }
        return list.endPolling() ? Claim(quality: quality) : nil
    }

    /// Runs `body` soon, on a thread of its own or on `queue`. Returns at once. Call it from any thread or task.
    ///
    /// - Parameters:
    ///   - priority: The priority of the work; nil for none.
    ///   - queue: The dispatch queue to run it on; nil for a thread of its own.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The work, which may block.
    /// - Complexity: O(1): about the cost of one dispatch.
    public static func start(
        priority: TaskPriority? = nil, on queue: DispatchQueue? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable () -> Void
    ) {
        if isExploring(), let controller = Exploration.controlling, let works = Exploration.works {
            if queue != nil {
                controller.startThread(body)
            } else if case let work = ThreadWork(body), !works.addIfAwaited(work) {
                controller.startThread {
                    work.run()
                    works.run()
                }
            }
            return controller.reach(.spawn, at: SourceSite(fileID, line))
        }
        let quality = DispatchQoS(priority)
        if let queue { return queue.async(qos: quality, execute: body) }
        let start = Trace.start
        let work = ThreadWork(body)
        if list(of: quality).add(work) { serve(quality) }
        Trace.end(.workListed, since: start, Trace.address(work))
    }

    /// Starts a thread for what is listed.
    private static func serve(_ quality: DispatchQoS) {
        let list = list(of: quality)
        if let free = serialQueues.withLock({ $0.busy < mostSerialQueues ? $0.take() : nil }) {
            return run(on: free, quality) { list.serve() }
        }
        if reserve.run({ list.serve() }) { return }
        // Dispatch may have no thread for it.
        list.stopExpecting()
        run(on: serialQueues.withLock { $0.take() }, quality) { list.run() }
    }

    private static func run(
        on serial: DispatchQueue, _ quality: DispatchQoS, _ body: @escaping @Sendable () -> Void
    ) {
        serial.async(qos: quality) {
            body()
            serialQueues.withLock { queues in
                queues.idle.append(serial)
                queues.busy -= 1
            }
        }
    }
}

extension DispatchQoS {
    /// The quality of service that corresponds to a task priority; unspecified for none.
    init(_ priority: TaskPriority?) {
        guard let priority else {
            self = .unspecified
            return
        }
        self =
            switch priority.rawValue {
            case ..<TaskPriority.utility.rawValue: .background
            case ..<TaskPriority.medium.rawValue: .utility
            case ..<TaskPriority.high.rawValue: .default
            case TaskPriority.high.rawValue: .userInitiated
            default: .userInteractive
            }
    }

    /// Which of the lists is that of its class.
    fileprivate var listIndex: Int {
        switch qosClass {
        case .background: 0
        case .utility: 1
        case .default: 2
        case .userInitiated: 3
        case .userInteractive: 4
        default: 5
        }
    }
}
