private import ConcurrencyPrimitives

/// What some defects do while a cycle is in the queue, and many operations.
extension FaultyQueue {
    func lookAtCrowdedCycle(_ change: inout Change) {
        guard defect == .crowdedCycleMakesThreads || defect == .crowdedCycleSpins,
            (50...200).contains(currentOperations.count), currentOperations[0].waitsForItself
        else { return }
        if defect == .crowdedCycleSpins {
            change.asks.append { while true {} }
        } else {
            change.asks.append { SystemThread.start { Latch("nothing").waitBlocking() } }
        }
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
}
