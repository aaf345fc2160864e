internal import Dispatch

/// Calls something once when a time is over, unless it is cancelled before.
///
/// A timer of Dispatch calls it, on a serial dispatch queue: it doesn't wait for a thread of the cooperative pool, which
/// may be blocked just when a deadline matters. On a controlled thread of an exploration it is a task that sleeps, whose
/// time the controller lets pass.
///
/// `@unchecked Sendable`: it is made once and never changed, and a source of Dispatch may be cancelled from any thread.
package struct DeadlineTimer: @unchecked Sendable {
    private enum Clock {
        case dispatch(any DispatchSourceTimer)
        case exploration(Task<Void, Never>)
    }

    /// What is called here is short and blocks nowhere, so one thread serves all.
    private static let queue = DispatchQueue(label: "OperationLab.deadlines")

    private let clock: Clock

    /// - Parameter body: Called once the time is over. It must not block, nor call code of a client.
    package init(after timeout: Duration, _ body: @escaping @Sendable () -> Void) {
        if isExploring(), Exploration.controlling != nil {
            clock = .exploration(
                startTask {
                    do {
                        try await Task.sleep(for: timeout)
                        body()
                    } catch {
                        // Cancelled.
                    }
                })
            return
        }
        let source = DispatchSource.makeTimerSource(queue: Self.queue)
        let (sum, isBeyond) = MonotonicClock.now.addingReportingOverflow(timeout.wholeNanoseconds)
        source.schedule(deadline: DispatchTime(monotonic: isBeyond ? .max : sum), leeway: .nanoseconds(0))
        source.setEventHandler(handler: body)
        source.activate()
        clock = .dispatch(source)
    }

    /// Lets go of what was to be called. It may be called still, if its time is over just now.
    package func cancel() {
        switch clock {
        case .dispatch(let source): source.cancel()
        case .exploration(let task): task.cancel()
        }
    }
}
