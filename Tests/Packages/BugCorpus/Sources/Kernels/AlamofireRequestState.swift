import Synchronization

/// A request whose state and whose task are each behind a lock, but not behind the same critical section. A request that is
/// cancelled while its task is being made leaves the task running.
///
/// Alamofire/Alamofire, pull request 2814, "Lock Request.state access":
/// https://github.com/Alamofire/Alamofire/pull/2814
final class TransferRequest: Sendable {
    private enum Phase { case initialized, resumed, cancelled }
    private enum Work { case none, running, cancelled }

    private let phase = Mutex(Phase.initialized)
    private let work = Mutex(Work.none)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var runsAlthoughCancelled: Bool {
        phase.withLock { $0 } == .cancelled && work.withLock { $0 } == .running
    }

    /// Makes the task, and resumes it unless the request has been cancelled.
    func resume() {
        if isFixed {
            phase.withLock { phase in
                guard phase == .initialized else { return }
                phase = .resumed
                work.withLock { $0 = .running }
            }
        } else {
            guard phase.withLock({ $0 }) == .initialized else { return }
            phase.withLock { if $0 == .initialized { $0 = .resumed } }
            work.withLock { $0 = .running }
        }
    }

    func cancel() {
        if isFixed {
            phase.withLock { phase in
                phase = .cancelled
                cancelWork()
            }
        } else {
            phase.withLock { $0 = .cancelled }
            cancelWork()
        }
    }

    private func cancelWork() { work.withLock { if $0 == .running { $0 = .cancelled } } }
}

extension Bug {
    static let alamofireRequestState = Bug(
        name: "AlamofireRequestState", project: "Alamofire/Alamofire",
        citation: "https://github.com/Alamofire/Alamofire/pull/2814", family: .lockReleased
    ) { isFixed, expect in
        let request = TransferRequest(isFixed: isFixed)
        let other = Task { request.resume() }
        request.cancel()
        await other.value
        expect(!request.runsAlthoughCancelled, "a cancelled request runs")
    }
}
