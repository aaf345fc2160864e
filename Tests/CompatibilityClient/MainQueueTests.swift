import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 10.2 and 10.3.
struct MainQueueTests {
    @Test func mainQueueIsOneSerialQueueOnTheMainDispatchQueue() async {
        let (entries, most) = await onThread {
            let log = Log<Int>(), gauge = Gauge(), areAll = Latch(20)
            for number in 0..<20 {
                OperationQueue.main.addOperation {
                    dispatchPrecondition(condition: .onQueue(.main))
                    gauge.enter()
                    if OperationQueue.current == OperationQueue.main { log.append(number) }
                    gauge.leave()
                    areAll.open()
                }
            }
            areAll.wait()
            return (log.entries, gauge.maximum)
        }
        #expect(entries == Array(0..<20))
        #expect(most == 1)
        #expect(OperationQueue.main === OperationQueue.main)
        #expect(OperationQueue.main.maxConcurrentOperationCount == 1)
    }

    @Test func mainQueueReceivesResultsOfAnotherQueue() async {
        let entries = await onThread {
            let log = Log<String>(), hasShown = Latch()
            let work = OperationQueue()
            let fetch = FetchOperation(url: URL(fileURLWithPath: "/documents/word"))
            let show = BlockOperation {
                log.append(fetch.text ?? "nothing")
                hasShown.open()
            }
            show.addDependency(fetch)
            OperationQueue.main.addOperation(show)
            work.addOperation(fetch)
            hasShown.wait()
            return log.entries
        }
        #expect(entries == ["<word>"])
    }
}
