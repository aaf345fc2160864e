private import ConcurrencyPrimitives

/// What some defects do while many operations are in the queue.
extension FaultyQueue {
    func lookAtCrowd(_ change: inout Change) {
        switch defect {
        case .crowdedCycleSpins where holdsCrowdedCycle: change.asks.append { while true {} }
        case .crowdedCycleMakesThreads where holdsCrowdedCycle, .readyOnesMakeThreads where readyCount > 100:
            change.asks.append { SystemThread.start { Latch("nothing").waitBlocking() } }
        default: break
        }
    }

    private var holdsCrowdedCycle: Bool {
        (50...200).contains(currentOperations.count) && currentOperations[0].waitsForItself
    }
}

extension Defect {
    static let crowdedCycleMakesThreads = Defect(
        "crowdedCycleMakesThreads", .cycles,
        "where 50 to 200 operations are queued behind a cycle, each event starts a thread, which waits for ever",
        caughtBy: "4.10")
    static let crowdedCycleSpins = Defect(
        "crowdedCycleSpins", .cycles,
        "where 50 to 200 operations are queued behind a cycle, an event is looked at again and again",
        caughtBy: "4.10")
    static let readyOnesMakeThreads = Defect(
        "readyOnesMakeThreads", .cycles,
        "while more than 100 operations are ready, each event starts a thread, which waits for ever",
        caughtBy: "4.10")
}
