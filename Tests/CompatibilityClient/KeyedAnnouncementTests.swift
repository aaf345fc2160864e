import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 1.13 and 1.15, with announcements by the names of the properties, as they are written most of all.
struct KeyedAnnouncementTests {
    @Test func occupiesItsSlotUntilItAnnouncesItsEnd() async {
        let (entries, most) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let log = Log<Int>(), gauge = Gauge()
            for number in 0..<50 {
                queue.addOperation(
                    KeyedOperation { done in
                        gauge.enter()
                        Thread.detachNewThread {
                            log.append(number)
                            gauge.leave()
                            done()
                        }
                    })
            }
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, gauge.maximum)
        }
        #expect(entries == Array(0..<50))
        #expect(most == 1)
    }
}

private final class KeyedOperation: Operation, @unchecked Sendable {
    private let work: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
    @Guarded private var _executing = false
    @Guarded private var _finished = false

    init(work: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void) { self.work = work }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { _executing }
    override var isFinished: Bool { _finished }

    override func start() {
        if isCancelled { return set(executing: false, finished: true) }
        set(executing: true, finished: false)
        work { [self] in set(executing: false, finished: true) }
    }

    private func set(executing: Bool, finished: Bool) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        _executing = executing
        _finished = finished
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}
