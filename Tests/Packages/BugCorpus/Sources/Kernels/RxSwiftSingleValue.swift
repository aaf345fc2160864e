import Foundation

/// The bridge from a single to `await`. Its callbacks for a value and for disposal share a flag that says whether the
/// continuation was resumed. They may run on two threads.
///
/// ReactiveX/RxSwift, pull request 2641, "Fix race conditions in PrimitiveSequence+Concurrency":
/// https://github.com/ReactiveX/RxSwift/pull/2641
final class SingleBridge: @unchecked Sendable {
    let resumption = OneShot<Int?>()
    private let lock = NSRecursiveLock()
    private var didResume = false
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func onSuccess(_ value: Int) { if claim() { resumption.resume(returning: value) } }
    func onDisposed() { if claim() { resumption.resume(returning: nil) } }

    /// Returns whether the caller is to resume.
    private func claim() -> Bool { isFixed ? lock.withLock { claimUnlocked() } : claimUnlocked() }

    private func claimUnlocked() -> Bool {
        if didResume { return false }
        didResume = true
        return true
    }
}

extension Bug {
    static let rxSwiftSingleValue = Bug(
        name: "RxSwiftSingleValue", project: "ReactiveX/RxSwift",
        citation: "https://github.com/ReactiveX/RxSwift/pull/2641", family: .resumedTwice
    ) { isFixed, expect in
        let bridge = SingleBridge(isFixed: isFixed)
        let value = await withTaskGroup(of: Void.self) { group in
            await withUnsafeContinuation { continuation in
                bridge.resumption.install(continuation)
                group.addTask { bridge.onSuccess(1) }
                group.addTask { bridge.onDisposed() }
            }
        }
        expect(value == nil || value == 1, "\(String(describing: value))")
        expect(bridge.resumption.resumes == 1, "resumed \(bridge.resumption.resumes) times")
    }
}
