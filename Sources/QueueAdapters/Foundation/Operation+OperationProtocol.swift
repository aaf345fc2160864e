internal import ConcurrencyPrimitives
public import Foundation
public import Operations

/// Foundation's operation meets the protocol as it is, but for the asynchronous wait.
extension Foundation.Operation: OperationProtocol {
    public func waitUntilFinished() async {
        await SystemThread.value { self.waitUntilFinished() }
    }
}
