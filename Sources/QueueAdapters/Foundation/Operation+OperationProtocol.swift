internal import ConcurrencyPrimitives
public import Foundation
public import Operations

/// Foundation's operation has all requirements but the asynchronous wait.
extension Foundation.Operation: OperationProtocol {
    public func waitUntilFinished() async {
        await SystemThread.value { self.waitUntilFinished() }
    }
}
