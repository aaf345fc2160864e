import AdvancedOperations
import ConcurrencyPrimitives
import Operations
import ScheduleExploration

extension ExploredScenario {
    /// Whatever the group has taken is cancelled, unless it had ended when the cancel returned. An actor takes a cancel in later.
    static let cancelledAtItsBeginning = ExploredScenario(name: "a group that is cancelled as it begins") {
        kind in
        let children = (0..<2).map { _ in BlockOperation {} }
        let group = GroupOperation(operations: [children[0]], on: kind.ofGroup)
        let (taken, ended) = (Tally(), [Tally(), Tally()])
        let adder = startTask { if group.addOperation(children[1]) { taken.add() } }
        let canceller = startTask {
            group.cancel()
            for (child, ended) in zip(children, ended) where child.isFinished { ended.add() }
        }
        kind.queue.addOperation(group)
        await adder.value
        await canceller.value
        await group.waitUntilFinished()
        for (index, child) in children.enumerated() where kind == .locked && (index == 0 || taken.count == 1)
        {
            ExploredSchedule.expect(
                child.isCancelled || ended[index].count == 1,
                "\(index) was left out when its group was cancelled")
        }
    }
}
