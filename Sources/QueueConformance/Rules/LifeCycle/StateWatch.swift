private import ConcurrencyPrimitives
private import LinuxPlatform
internal import Operations

/// Lets other threads run between reads in a loop. Otherwise, threads that read keep the threads that they watch from a
/// processor for whole time slices, and judge no more by that.
private enum ReadPacing {
    static func pause(after reads: Int) {
        if reads % 64 == 0 { sched_yield() }
    }
}

/// Where the watchers of a ``StateWatch`` are. Bodies keep it to be watched when they end.
final class WatchPosition: Sendable {
    private let index = RelaxedCounter(-1)
    private static let reads = 5_000

    func reach(_ index: Int) { self.index.set(index) }

    /// Returns when a watcher reads the operation of that index, or after a bounded number of reads.
    func meet(_ index: Int) {
        var reads = 0
        while self.index.value < index, reads < Self.reads {
            reads += 1
            ReadPacing.pause(after: reads)
        }
    }
}

/// Watches operations from threads of its own, one operation after another, while they move.
final class StateWatch<Reader: StateReader, Operation: OperationProtocol>: Sendable {
    /// One fault that a watcher saw.
    struct Sighting: Sendable {
        let label: String
        let observed: String
    }

    /// Reads of an operation that doesn't finish, before a watcher goes on to the next: a queue that loses an
    /// operation must not keep the watchers busy, or the process would never be quiescent.
    private static var patience: Int { 100_000 }
    /// Reads that follow the first that sees the end.
    private static var readsAfterEnd: Int { 32 }

    private let watched: [(label: String, operation: Operation)]
    private let position: WatchPosition
    private let sighting = Mutex<Sighting?>(nil)
    private let watching = Mutex(0)
    private let ended = Latch("the watchers to end")

    init(_ watched: [(label: String, operation: Operation)], position: WatchPosition) {
        self.watched = watched
        self.position = position
    }

    /// Starts that many threads that watch.
    func start(threads: Int) {
        watching.withLock { $0 = threads }
        for _ in 0..<threads {
            SystemThread.start { [self] in
                watch()
                let isLast = watching.withLock { watching in
                    watching -= 1
                    return watching == 0
                }
                if isLast { ended.open() }
            }
        }
    }

    /// Returns when all watchers have ended, with what the first to see a fault saw.
    func end(_ probe: Probe) async -> Sighting? {
        await probe.open(ended)
        return sighting.withLock { $0 }
    }

    private func watch() {
        var patience = Self.patience
        for (index, (label, operation)) in watched.enumerated() {
            position.reach(index)
            var reader = Reader()
            var reads = 0
            while !reader.sawFinished, reads < patience {
                if let fault = reader.read(operation) { return report(label, fault) }
                reads += 1
                ReadPacing.pause(after: reads)
            }
            if !reader.sawFinished { patience = 1000 }
            for _ in 0..<Self.readsAfterEnd {
                if let fault = reader.read(operation) { return report(label, fault) }
            }
        }
    }

    private func report(_ label: String, _ observed: String) {
        // The bodies of the rest have nobody to meet.
        position.reach(watched.count)
        sighting.withLock { if $0 == nil { $0 = Sighting(label: label, observed: observed) } }
    }
}
