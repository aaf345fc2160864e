public import Operations

/// An operation that can finish with errors.
public protocol FailableOperation: Operation {
    /// What has gone wrong; final once the operation has finished. May be asked at the end, before dependents are released: it must not wait
    /// for another operation.
    var errors: [any Error] { get }
}

extension TaskOperation: FailableOperation {
    /// What its closure threw, if it did.
    public var errors: [any Error] { error.map { [$0] } ?? [] }
}

extension ResultOperation: FailableOperation {
    /// What its work threw, if it did. That it was cancelled is no error.
    public var errors: [any Error] {
        do {
            _ = try result
            return []
        } catch is ResultUnavailable {
            return []
        } catch {
            return [error]
        }
    }
}

/// What has gone wrong in an operation of any kind; empty for one that can't say.
func errors(of operation: Operation) -> [any Error] { (operation as? any FailableOperation)?.errors ?? [] }
