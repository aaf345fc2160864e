import ConcurrencyPrimitives
import Testing

@testable import Operations

/// The lists that the core keeps, where their order or their places change.
struct ListTests {
    /// One that was added when the first had gone isn't the first.
    @Test func earlyDependentsKeepTheOrderOfAddingWhenTheFirstIsGone() {
        let operations = (0..<4).map { _ in BlockOperation {} }
        var list = EarlyDependents()
        for operation in operations.prefix(3) { list.insert(operation) }
        let isRemoved = list.remove(operations[0])
        #expect(isRemoved)
        list.insert(operations[3])
        list.makeReferences()
        var order: [Operation] = []
        list.forEach { order.append($0) }
        #expect(order.elementsEqual(operations.dropFirst(), by: ===))
    }

    private final class Waiting: Sendable { let content = Mutex(WaiterList()) }

    /// A waiter that has taken another's place can be taken out as well.
    @Test func waitersThatHaveMovedAreRemoved() async {
        let list = Waiting()
        var waits: [(task: Task<Void, Never>, isOut: Latch)] = []
        for _ in 0..<3 {
            let (isIn, isOut) = (Latch(), Latch())
            let task = Task {
                _ = await BoundedWait.suspend(timeout: nil) { waiter in
                    list.content.withLock { $0.append(waiter) }
                    isIn.open()
                    return true
                } withdraw: { wait in
                    list.content.withLock { $0.remove(wait) }
                    isOut.open()
                }
            }
            await isIn.wait()
            waits.append((task, isOut))
        }
        for wait in waits {
            wait.task.cancel()
            await wait.isOut.wait()
        }
        #expect(list.content.withLock { $0.isEmpty })
    }
}
