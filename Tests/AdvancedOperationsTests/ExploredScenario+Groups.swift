import AdvancedOperations
import ConcurrencyPrimitives
import Operations
import ScheduleExploration

extension ExploredScenario {
    /// What the group is made of is cancelled when the cancel returns, unless it has ended; what is added meanwhile, or later, at last. An
    /// actor takes a cancel in later: then only the end is awaited.
    static let cancelledAtItsBeginning = ExploredScenario(name: "a group that is cancelled as it begins") {
        kind in
        let children = (0..<2).map { _ in BlockOperation {} }
        let group = GroupOperation(operations: [children[0]], on: kind.ofGroup)
        let (taken, reached) = (Tally(), [Tally(), Tally()])
        let adder = startTask { if group.addOperation(children[1]) { taken.add() } }
        let canceller = startTask {
            group.cancel()
            for (child, reached) in zip(children, reached) where child.isCancelled || child.isFinished {
                reached.add()
            }
        }
        kind.queue.addOperation(group)
        await adder.value
        await canceller.value
        await group.waitUntilFinished()
        guard kind == .locked else { return }
        ExploredSchedule.expect(
            reached[0].count == 1,
            "the cancel of a group returned before it had reached what that was made of")
        ExploredSchedule.expect(
            taken.count == 0 || children[1].isCancelled || reached[1].count == 1,
            "what was added was left out when its group was cancelled")
    }
}
