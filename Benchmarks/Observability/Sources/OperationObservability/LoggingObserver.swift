public import AdvancedOperations
public import Logging
public import Operations

/// Logs each event of an operation, one entry an event.
///
/// | message | metadata beside `operation`, its name |
/// |---|---|
/// | operation will start | |
/// | operation did start | |
/// | operation produced another | `produced`: the other's name |
/// | operation was cancelled | |
/// | operation will finish | |
/// | operation did finish | `outcome`: see ``OperationOutcome``; `errors`, if there are any |
///
/// One observer may be added to any number of operations, once to each. It may be used from any thread; the logger's handler is
/// called on the thread that brought the event about, and must not wait for the operation.
public struct LoggingObserver: OperationObserver {
    private let logger: Logger
    private let level: Logger.Level
    private let failureLevel: Logger.Level
    private let naming: OperationNaming

    /// - Parameters:
    ///   - logger: Where the entries go.
    ///   - level: Of all entries but the end of an operation that failed.
    ///   - failureLevel: Of the end of an operation that failed.
    ///   - naming: What operations are called.
    public init(
        _ logger: Logger, level: Logger.Level = .debug, failureLevel: Logger.Level = .error,
        naming: OperationNaming = .standard
    ) {
        self.logger = logger
        self.level = level
        self.failureLevel = failureLevel
        self.naming = naming
    }

    private func log(
        _ message: Logger.Message, _ operation: Operation, at level: Logger.Level? = nil,
        adding metadata: Logger.Metadata = [:]
    ) {
        logger.log(
            level: level ?? self.level, message,
            metadata: metadata.merging(["operation": .string(naming.name(operation))]) { _, own in own })
    }

    public func operationWillStart(_ operation: AdvancedOperation) { log("operation will start", operation) }

    public func operationDidStart(_ operation: AdvancedOperation) { log("operation did start", operation) }

    public func operation(_ operation: AdvancedOperation, didProduce newOperation: Operation) {
        log(
            "operation produced another", operation, adding: ["produced": .string(naming.name(newOperation))])
    }

    public func operationDidCancel(_ operation: AdvancedOperation) {
        log("operation was cancelled", operation)
    }

    public func operationWillFinish(_ operation: AdvancedOperation, errors: [any Error]) {
        log("operation will finish", operation)
    }

    public func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error]) {
        let outcome = OperationOutcome(of: operation, errors: errors)
        var metadata: Logger.Metadata = ["outcome": .string(outcome.rawValue)]
        if !errors.isEmpty { metadata["errors"] = .array(errors.map { .string("\($0)") }) }
        log(
            "operation did finish", operation, at: outcome == .failed ? failureLevel : level, adding: metadata
        )
    }
}
