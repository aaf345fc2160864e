import Foundation

/// A request whose reply resumes a continuation, and only then forgets it. Whoever closes the connection in between still finds
/// it, and resumes it again.
///
/// meshtastic/Meshtastic-Apple, pull request 1755, "Fix continuation double-resume crash in sendWantConfig/sendWantDatabase":
/// https://github.com/meshtastic/Meshtastic-Apple/pull/1755
final class ConfigRequest: @unchecked Sendable {
    let resumption = OneShot<Bool>()
    private let lock = NSLock()
    private var isPending = true
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func complete() { finish(returning: true) }
    func close() { finish(returning: false) }

    private func finish(returning value: Bool) {
        let wasPending = lock.withLock {
            defer { if isFixed { isPending = false } }
            return isPending
        }
        guard wasPending else { return }
        resumption.resume(returning: value)
        lock.withLock { isPending = false }
    }
}

extension Bug {
    static let meshtasticConfigReply = Bug(
        name: "MeshtasticConfigReply", project: "meshtastic/Meshtastic-Apple",
        citation: "https://github.com/meshtastic/Meshtastic-Apple/pull/1755", family: .resumedTwice
    ) { isFixed, expect in
        let request = ConfigRequest(isFixed: isFixed)
        _ = await withTaskGroup(of: Void.self) { group in
            await withUnsafeContinuation { continuation in
                request.resumption.install(continuation)
                group.addTask { request.complete() }
                group.addTask { request.close() }
            }
        }
        expect(request.resumption.resumes == 1, "resumed \(request.resumption.resumes) times")
    }
}
