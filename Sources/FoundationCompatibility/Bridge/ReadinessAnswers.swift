/// What a queue of Foundation's has been notified of an operation's readiness, and what it has to be notified of yet.
///
/// Foundation asks `isReady` when an operation is added and whenever something is announced, and remembers the answer a moment
/// later, under no lock. Of two threads that ask, the one with the older answer may be the last to put it down; then what the
/// other has announced is lost, and nothing starts the operation. Two things make up for that.
///
/// - One thread announces at a time. Who finds another at it leaves it to that one, which announces once more.
/// - A queue that passes over an operation because it remembers "not ready" asks again. It takes the answer for its next look,
///   which need not come. So an answer "ready" to a question that no announcement has asked is announced, if there was another
///   answer before.
///
/// Each announcement makes the queue look. So if "not ready" is remembered wrongly, either the queue has no slot, and looks when
/// it has; or it passes the operation over, asks, and has the answer announced. A wrong "ready" does no harm: an operation is
/// started only if it is startable then.
package struct ReadinessAnswers: Sendable {
    private enum Announcing { case nobody, once, again }

    private var announcing = Announcing.nobody
    /// An announcement's own question is still to come.
    private var isQuestionAwaited = false
    /// Whether "not ready" was answered, and may be remembered.
    private var wasDenied = false

    package init() {}

    /// Something has changed. True if the caller is to announce.
    package mutating func change() -> Bool {
        guard announcing == .nobody else {
            announcing = .again
            return false
        }
        announcing = .once
        return true
    }

    /// Who announces is about to.
    package mutating func begin() {
        announcing = .once
        isQuestionAwaited = true
    }

    /// Who announces has done so. True if it is to do so again.
    package mutating func end() -> Bool {
        isQuestionAwaited = false
        if announcing == .again { return true }
        announcing = .nobody
        return false
    }

    /// Foundation has asked, and gets this answer. True if the caller is to announce, when it has returned the answer.
    package mutating func answer(_ isReady: Bool) -> Bool {
        let isAwaited = isQuestionAwaited
        isQuestionAwaited = false
        if !isReady { wasDenied = true }
        return isReady && wasDenied && !isAwaited && change()
    }
}
