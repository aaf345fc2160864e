import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 3.1, 3.3, 3.14 and 8.10: graphs whose edges cross queues.
struct GraphTests {
    /// Each operation of one row waits for two of the row above, which are in the other queue.
    @Test func wavefrontOverTwoQueuesRunsInOrder() async {
        let rows = 12, columns = 12
        let starts = await onThread {
            let queues = [OperationQueue(), OperationQueue()]
            let log = Log<Int>()
            let operations = (0..<rows * columns).map { number in BlockOperation { log.append(number) } }
            for row in 1..<rows {
                for column in 0..<columns {
                    let operation = operations[row * columns + column]
                    operation.addDependency(operations[(row - 1) * columns + column])
                    operation.addDependency(operations[(row - 1) * columns + (column + 1) % columns])
                }
            }
            // The last ones first, so that whoever is added waits for what no queue knows yet.
            for (number, operation) in operations.enumerated().reversed() {
                queues[number / columns % 2].addOperation(operation)
            }
            for queue in queues { queue.waitUntilAllOperationsAreFinished() }
            return log.entries
        }
        #expect(starts.sorted() == Array(0..<rows * columns))
        let places = Dictionary(uniqueKeysWithValues: zip(starts, 0...))
        for number in columns..<rows * columns {
            let (row, column) = (number / columns, number % columns)
            for above in [column, (column + 1) % columns] {
                #expect(places[(row - 1) * columns + above]! < places[number]!, "\(number)")
            }
        }
    }

    /// Synchronous and asynchronous operations of all kinds, a serial queue and two others.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomGraphOverThreeQueuesRunsInOrder(seed: UInt64) async {
        let count = 200
        let (edges, events) = await onThread {
            var random = LinearRandom(state: seed)
            let queues = [OperationQueue(), OperationQueue(), OperationQueue()]
            queues[0].maxConcurrentOperationCount = 1
            queues[1].maxConcurrentOperationCount = 3
            let log = Log<Event>()
            let operations = (0..<count).map { number in
                let choice = random.next(below: 4)
                if choice == 3 {
                    return BlockOperation {
                        log.append(.start(number))
                        log.append(.end(number))
                    } as Operation
                }
                return AsynchronousKind.allCases[choice].make { _, done in
                    log.append(.start(number))
                    Thread.detachNewThread {
                        log.append(.end(number))
                        done()
                    }
                }
            }
            var edges: Set<[Int]> = []
            for number in 1..<count {
                for _ in 0..<random.next(below: 4) {
                    let earlier = random.next(below: number)
                    if edges.insert([earlier, number]).inserted {
                        operations[number].addDependency(operations[earlier])
                    }
                }
            }
            for operation in operations { queues[random.next(below: 3)].addOperation(operation) }
            for queue in queues { queue.waitUntilAllOperationsAreFinished() }
            for operation in operations { operation.waitUntilFinished() }
            return (edges, log.entries)
        }
        #expect(events.count == 2 * count)
        let places = Dictionary(zip(events, 0...), uniquingKeysWith: { first, _ in first })
        #expect(places.count == 2 * count, "each starts and ends once")
        for edge in edges {
            #expect(places[.end(edge[0])]! < places[.start(edge[1])]!, "\(edge)")
        }
    }

    /// Rules 3.5, 3.8 and 3.2.
    @Test func dependenciesAreListedInOrderAndKept() async {
        let (listed, after, runs) = await onThread {
            let queue = OperationQueue()
            let log = Log<Int>()
            let operations = (0..<4).map { number in BlockOperation { log.append(number) } }
            let last = operations[3]
            for operation in operations.dropLast() { last.addDependency(operation) }
            last.removeDependency(Operation())
            let listed = last.dependencies.map { dependency in operations.firstIndex { $0 === dependency } }
            queue.addOperations(operations, waitUntilFinished: true)
            let late = BlockOperation { log.append(4) }
            for operation in operations { late.addDependency(operation) }
            queue.addOperations([late], waitUntilFinished: true)
            return (listed, last.dependencies.count, log.entries)
        }
        #expect(listed == [0, 1, 2])
        #expect(after == 3)
        #expect(Set(runs) == Set(0..<5) && runs.count == 5)
        #expect(runs.suffix(2) == [3, 4])
    }

    private enum Event: Hashable { case start(Int), end(Int) }
}

/// A sequence of numbers that depends on the seed alone.
private struct LinearRandom {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
