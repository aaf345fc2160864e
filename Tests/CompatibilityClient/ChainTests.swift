import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 2.16, 3.1, 3.12 and 8.7: operations that hand on what they have made.
struct ChainTests {
    @Test(arguments: AsynchronousKind.allCases)
    func operationReceivesTheResultOfTheOneBefore(kind: AsynchronousKind) async {
        let entries = await onThread {
            let queue = OperationQueue()
            let log = Log<Int>()
            let operations = (0..<200).map { number in
                kind.make { _, done in
                    Thread.detachNewThread {
                        log.append((log.entries.last ?? 0) + number)
                        done()
                    }
                }
            }
            for (earlier, later) in zip(operations, operations.dropFirst()) { later.addDependency(earlier) }
            queue.addOperations(operations.reversed(), waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == (0..<200).map { $0 * ($0 + 1) / 2 })
    }

    private final class Doubling: Operation, @unchecked Sendable {
        @Guarded var input = 0
        @Guarded private(set) var output = 0

        override func main() { output = 2 * input }
    }

    /// An adapter hands on the result, as in many programs: closures capture operations `unowned`, and only the queue and
    /// dependencies keep those, also the first one of three.
    @Test func adapterReadsOperationsThatNobodyElseKeeps() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<[Int]>(), areAll = Latch(100)
            func addChain(_ number: Int) {
                let first = Doubling(), second = Doubling()
                first.input = number
                let adapter = BlockOperation { [unowned first, unowned second] in
                    second.input = first.output
                }
                let last = BlockOperation { [unowned first, unowned second] in
                    log.append([first.output, second.output])
                }
                adapter.addDependency(first)
                second.addDependency(adapter)
                last.addDependency(second)
                last.completionBlock = { [unowned last] in if last.isFinished { areAll.open() } }
                queue.addOperations([last, second, adapter, first], waitUntilFinished: false)
            }
            for number in 1...100 { addChain(number) }
            areAll.wait()
            return log.entries
        }
        #expect(entries.sorted { $0[0] < $1[0] } == (1...100).map { [2 * $0, 4 * $0] })
    }

    @Test func documentsAreFetchedParsedAndCollected() async {
        let words = await onThread {
            let network = OperationQueue(), work = OperationQueue()
            network.name = "network"
            network.maxConcurrentOperationCount = 4
            let root = URL(fileURLWithPath: "/documents")
            let fetches = (0..<30).map { FetchOperation(url: root.appendingPathComponent("word\($0)")) }
            let parses = fetches.map { fetch in
                let parse = ParseOperation()
                parse.addDependency(fetch)
                return parse
            }
            let collected = Log<[String]>()
            let collect = BlockOperation { collected.append(parses.flatMap(\.words)) }
            for parse in parses { collect.addDependency(parse) }
            work.addOperation(collect)
            work.addOperations(parses, waitUntilFinished: false)
            network.addOperations(fetches, waitUntilFinished: false)
            collect.waitUntilFinished()
            return collected.entries
        }
        #expect(words == [(0..<30).map { "word\($0)" }])
    }

    @Test func dependentOfACancelledFetchRunsAndFindsNothing() async {
        let (words, hasText) = await onThread {
            let queue = OperationQueue()
            queue.isSuspended = true
            let fetch = FetchOperation(url: URL(fileURLWithPath: "/documents/word"))
            let parse = ParseOperation()
            parse.addDependency(fetch)
            queue.addOperation(fetch)
            queue.addOperation(parse)
            fetch.cancel()
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return (parse.isCancelled ? nil : parse.words, fetch.text != nil)
        }
        #expect(words == [])
        #expect(!hasText)
    }

    @Test func operationAddsTheNextToItsOwnQueue() async {
        let (entries, remaining) = await onThread {
            let queue = OperationQueue()
            let log = Log<Int>()
            @Sendable func add(_ number: Int) {
                queue.addOperation {
                    log.append(number)
                    if number < 99, let current = OperationQueue.current, current === queue {
                        add(number + 1)
                    }
                }
            }
            add(0)
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, queue.operationCount)
        }
        #expect(entries == Array(0..<100))
        #expect(remaining == 0)
    }
}
