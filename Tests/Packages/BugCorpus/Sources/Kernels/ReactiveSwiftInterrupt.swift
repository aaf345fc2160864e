import Foundation

/// A signal that delivers its events one at a time. An interruption that finds a sender at work leaves a flag, which the sender
/// reads before it gives the lock back. Between the reading and that, nobody delivers an interruption.
///
/// ReactiveCocoa/ReactiveSwift, pull request 123, "Mitigate race conditions in `Signal` interrupt handling":
/// https://github.com/ReactiveCocoa/ReactiveSwift/pull/123
final class InterruptibleSignal: @unchecked Sendable {
    private let sendLock = NSLock()
    private let flagLock = NSLock()
    private var flag = false
    private let interruptions = Counter()
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var interruptionCount: Int { interruptions.value }

    func send() {
        sendLock.lock()
        deliverInterruption()
        sendLock.unlock()
        if isFixed { tryToDeliver() }
    }

    func interrupt() {
        flagLock.withLock { flag = true }
        tryToDeliver()
    }

    /// Whoever has the lock delivers.
    private func tryToDeliver() {
        while flagLock.withLock({ flag }), sendLock.try() {
            deliverInterruption()
            sendLock.unlock()
        }
    }

    private func deliverInterruption() {
        let isInterrupted = flagLock.withLock {
            defer { flag = false }
            return flag
        }
        if isInterrupted { interruptions.add() }
    }
}

extension Bug {
    static let reactiveSwiftInterrupt = Bug(
        name: "ReactiveSwiftInterrupt", project: "ReactiveCocoa/ReactiveSwift",
        citation: "https://github.com/ReactiveCocoa/ReactiveSwift/pull/123", family: .lockReleased
    ) { isFixed, expect in
        let signal = InterruptibleSignal(isFixed: isFixed)
        let sender = Task { signal.send() }
        signal.interrupt()
        await sender.value
        expect(signal.interruptionCount == 1, "interrupted \(signal.interruptionCount) times")
    }
}
