import Synchronization

/// A driver that registers a call, and then sends it. If the connection was closed before, nobody answers: whoever closed it has
/// failed the calls that were registered then, and the error of the sending is dropped.
///
/// bearcove/vox, issue 94, "Swift session driver: silent failures must become loud errors":
/// https://github.com/bearcove/vox/issues/94
final class CallDriver: Sendable {
    private struct ClosedError: Error {}

    private let isOpen = Atomic(true)
    private let pending = Mutex<[Int: UnsafeContinuation<Bool, Never>]>([:])
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns whether it was answered.
    func call(_ number: Int) async -> Bool {
        await withUnsafeContinuation { continuation in
            pending.withLock { $0[number] = continuation }
            do {
                try send()
                finish(number, isAnswered: true)
            } catch {
                if isFixed { finish(number, isAnswered: false) }
            }
        }
    }

    func close() {
        isOpen.store(false, ordering: .releasing)
        let numbers = pending.withLock { Array($0.keys) }
        for number in numbers { finish(number, isAnswered: false) }
    }

    private func send() throws { if !isOpen.load(ordering: .acquiring) { throw ClosedError() } }

    private func finish(_ number: Int, isAnswered: Bool) {
        pending.withLock { $0.removeValue(forKey: number) }?.resume(returning: isAnswered)
    }
}

extension Bug {
    static let voxSwallowedSend = Bug(
        name: "VoxSwallowedSend", project: "bearcove/vox",
        citation: "https://github.com/bearcove/vox/issues/94", family: .neverResumed
    ) { isFixed, _ in
        let driver = CallDriver(isFixed: isFixed)
        let call = Task { await driver.call(1) }
        driver.close()
        _ = await call.value
    }
}
