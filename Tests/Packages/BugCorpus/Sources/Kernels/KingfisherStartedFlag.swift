import Foundation

/// A task that is started once, by a flag that one thread writes while another reads it.
///
/// onevcat/Kingfisher, pull request 2549, "Fix data race on SessionDataTask.started and tighten concurrency tests":
/// https://github.com/onevcat/Kingfisher/pull/2549
final class SessionTask: @unchecked Sendable {
    private let lock = NSLock()
    private var started = false
    private let resumes = Counter()
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var isStarted: Bool { isFixed ? lock.withLock { started } : started }
    var resumeCount: Int { resumes.value }

    func resume() {
        if isFixed {
            let isFirst = lock.withLock {
                defer { started = true }
                return !started
            }
            if isFirst { resumes.add() }
        } else {
            if started { return }
            started = true
            resumes.add()
        }
    }
}

extension Bug {
    static let kingfisherStartedFlag = Bug(
        name: "KingfisherStartedFlag", project: "onevcat/Kingfisher",
        citation: "https://github.com/onevcat/Kingfisher/pull/2549", family: .dataRace
    ) { isFixed, expect in
        let task = SessionTask(isFixed: isFixed)
        let other = Task { if !task.isStarted { task.resume() } }
        task.resume()
        await other.value
        expect(task.resumeCount == 1, "resumed \(task.resumeCount) times")
    }
}
