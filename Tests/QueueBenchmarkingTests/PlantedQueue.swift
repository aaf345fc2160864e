import ConcurrencyPrimitives
import Operations
import QueueBenchmarking

/// A small queue with at most one defect, to see that runs check what they measure.
final class PlantedQueue: BasicOperationQueue {
    typealias Operation = Operations.Operation

    enum Defect: String, CaseIterable, Sendable {
        case none
        /// Leaves the third operation out.
        case drops
        /// Runs the third operation twice.
        case repeats
        /// Runs the third operation once more with the hundred and first.
        case repeatsLate
        /// Lets eight more run at once than it should.
        case ignoresLimit
        /// Runs what was added last first.
        case isLastInFirstOut
        /// Waiting returns at once, and nothing has run by then.
        case doesNotWait
        /// Waiting never ends.
        case hangs
    }

    private struct State {
        var pending: [@Sendable () -> Void] = []
        var added = 0
        var third: (@Sendable () -> Void)?
        var unfinished = 0
        var workers = 0
        var waiting: [Parker] = []
    }

    private let defect: Defect
    private let width: Int
    private let state = Mutex(State())

    init(_ defect: Defect, limit: Int) {
        self.defect = defect
        width = defect == .ignoresLimit ? limit + 8 : limit
    }

    func addOperation(_ operation: Operation) { addOperation { operation.start() } }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        let needsWorker = state.withLock { state in
            state.added += 1
            state.unfinished += 1
            let isThird = state.added == 3
            if isThird, defect == .repeatsLate { state.third = block }
            let late = state.added == 101 ? state.third : nil
            if late != nil { state.third = nil }
            state.pending.append { [defect] in
                if isThird, defect == .drops { return }
                block()
                if isThird, defect == .repeats { block() }
                late?()
            }
            // Else the worker might always be quick enough to find just one.
            if defect == .isLastInFirstOut, state.added < 10 { return false }
            guard defect != .doesNotWait, state.workers < width else { return false }
            state.workers += 1
            return true
        }
        if needsWorker { WorkerThread.start { self.work() } }
    }

    private func work() {
        while let block = state.withLock({ state -> (@Sendable () -> Void)? in
            if state.pending.isEmpty { state.workers -= 1 }
            if state.pending.isEmpty { return nil }
            return defect == .isLastInFirstOut ? state.pending.removeLast() : state.pending.removeFirst()
        }) {
            block()
            let waiting = state.withLock { state in
                state.unfinished -= 1
                guard state.unfinished == 0 else { return [Parker]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for parker in waiting { parker.unpark() }
        }
    }

    func waitUntilAllOperationsAreFinished() {
        // They hold the queue, which holds them.
        if defect == .doesNotWait { return state.withLock { $0.pending = [] } }
        let parker = Parker()
        let mustWait = state.withLock { state in
            let mustWait = state.unfinished > 0 || defect == .hangs
            if mustWait, defect != .hangs { state.waiting.append(parker) }
            return mustWait
        }
        if mustWait { parker.park() }
    }

    func waitUntilAllOperationsAreFinished() async {
        await suspend { resumption in
            WorkerThread.start {
                self.waitUntilAllOperationsAreFinished()
                resumption.resume()
            }
        }
    }
}

struct PlantedSubject: BenchmarkSubject {
    var name: String
    var defect = PlantedQueue.Defect.none
    var width = QueueWidth.limited
    var isAsync = false
    var largestGraph: Int?
    var capabilities = QueueCapabilities(only: [.concurrencyLimit], because: "it is small")
    var awaitsGraphs = false

    let summary = "a queue of the tests"

    var driver: QueueDriver<PlantedQueue> {
        isAsync ? .task : .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    func makeQueue(limit: Int) -> PlantedQueue { PlantedQueue(defect, limit: limit) }
}
