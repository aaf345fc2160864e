import AdvancedOperations
import Operations

struct LoggedIn: SynchronousOperationCondition {
    let session: Session
    var name: String { "LoggedIn" }

    func dependency(for operation: AdvancedOperation) -> Operation? { LoginOperation(session) }

    func evaluateNow(for operation: AdvancedOperation) throws {
        if session.user == nil { throw ConditionFailed(name, "nobody is logged in") }
    }
}

// What a client has of its own.

final class Session: Sendable {
    let user: String? = nil
}

final class LoginOperation: AdvancedOperation, @unchecked Sendable {
    init(_ session: Session) { super.init() }
}

private struct Allowed: SynchronousOperationCondition {
    let name = "Allowed"
    let isAllowed: Bool

    // was: func evaluateForOperation(operation: Operation, completion: OperationConditionResult -> Void)
    func evaluateNow(for operation: AdvancedOperation) throws {
        if !isAllowed { throw ConditionFailed(name, "it isn't allowed") }
    }
}
