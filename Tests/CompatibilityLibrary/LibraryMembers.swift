#if DROP_IN
public import FoundationCompatibility
#else
public import Foundation
#endif

// Members that a client's library adds to Foundation's classes.

extension OperationQueue {
    /// Adds operations, each after the one before; returns how many.
    @discardableResult
    public func addOperations(_ operations: [Operation]) -> Int {
        for (first, second) in zip(operations, operations.dropFirst()) { second.addDependency(first) }
        addOperations(operations, waitUntilFinished: false)
        return operations.count
    }

    public func setSuspended(_ suspended: Bool) -> String { "\(suspended)" }
    public func setName(_ name: String?) -> String { name ?? "none" }
    public func setMaxConcurrentOperationCount(_ count: Int) -> Int { count }
    public func setQualityOfService(_ quality: QualityOfService) -> Int { quality.rawValue }
    public func dependencyCycle() -> String { "library" }
    public var workProgress: String { "library" }
    public var standardQualityOfService: String { "library" }

    /// Waits, but not longer than so many seconds.
    public func waitUntilAllOperationsAreFinished(timeout: Double) -> Bool { timeout > 0 }
}

extension Operation {
    public var stateChanges: [String] { ["library"] }
    public var isIdle: Bool { !isExecuting && !isFinished }

    /// Waits, but not longer than so many seconds.
    public func waitUntilFinished(timeout: Double) -> Bool { timeout > 0 }
}
