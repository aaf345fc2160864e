internal import CPlatform
internal import ConcurrencyPrimitives

/// A thread of an exploration whose carrier is a thread of the system that the program has made for it.
///
/// `@unchecked Sendable`: made by who makes the system's thread, and read next by that thread. The logical thread in it is touched by
/// who has the scheduling token.
final class OwnThread: @unchecked Sendable {
    fileprivate let scheduler: ControlledScheduler
    fileprivate let thread: LogicalThread
    /// What makes the thread one of this exploration, which may have ended when it begins.
    private let control = Exploration.retainedControl()

    fileprivate init(_ scheduler: ControlledScheduler, _ thread: LogicalThread) {
        self.scheduler = scheduler
        self.thread = thread
    }

    /// Returns when the scheduler lets the thread continue, on the calling thread, which is its carrier.
    func begin() {
        _ = oplab_stay_on_processor(scheduler.processor)
        Exploration.take(control: control)
        scheduler.begin(thread)
    }

    /// There is no such thread of the system.
    fileprivate func drop() { Exploration.release(control: control) }
}

extension ControlledScheduler {
    func addSystemThread() -> OwnThread {
        inScheduler {
            let thread = add(.closure {})
            thread.carrier = CarrierThread()
            return OwnThread(self, thread)
        }
    }

    /// There is no thread of the system for it.
    func remove(_ own: OwnThread) {
        inScheduler { threads.removeAll { $0 === own.thread } }
        own.drop()
    }

    /// Its thread was made: it may begin before its maker continues.
    func start(_ own: OwnThread, _ key: ResourceID) {
        inScheduler {
            own.thread.key = key
            yieldAfterStart()
        }
    }

    fileprivate func begin(_ thread: LogicalThread) {
        let carrier = thread.carrier!
        _ = carrier.wait()
        carrier.begin()
        stallDetector.noteHolder(carrier)
        Instrumentation.run(thread)
        stallDetector.leave()
    }

    /// The calling thread is about to end, and with it the logical thread that it has been the carrier of.
    func endSystemThread() {
        guard let thread = running, let key = thread.key else { return }
        stallDetector.enter()
        release(key)
        let next = nextAfter(thread)
        thread.carrier!.end()
        handOver(to: next)
        Exploration.controlsCallingThread = false
    }

    func isRunning(_ key: ResourceID) -> Bool {
        inScheduler {
            noteEffect(on: key)
            return threads.contains { $0.key == key }
        }
    }
}
