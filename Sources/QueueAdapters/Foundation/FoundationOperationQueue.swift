internal import ConcurrencyPrimitives
public import Dispatch
public import Foundation
public import Operations

/// Foundation's `OperationQueue`, with Foundation's own operations.
///
/// Every call is forwarded unchanged. Asynchronous waits block a separate thread, because Foundation's block.
///
/// Thread-safe, as Foundation's queue is.
public final class FoundationOperationQueue: BatchingQueue, LimitedQueue, SuspendableQueue, CancelAllQueue,
    NamedQueue,
    EnumerableQueue, DiagnosingQueue, BarrierQueue, ProgressReportingQueue, QualityOfServiceQueue,
    CompletionBlockQueue,
    CancellingQueue, DependencyQueue, PrioritizingQueue, NestedWaitingQueue
{
    public typealias Operation = Foundation.Operation

    /// Foundation's queue.
    public let base: Foundation.OperationQueue

    /// A queue that forwards to `base`, by default a new one.
    public init(_ base: Foundation.OperationQueue = Foundation.OperationQueue()) { self.base = base }

    /// Foundation's own operation with a block.
    public static func makeBlockOperation(_ block: @escaping @Sendable () -> Void) -> Operation {
        Foundation.BlockOperation(block: block)
    }

    /// The same, with a name and a completion block; nil for none.
    public static func makeBlockOperation(
        name: String?, completionBlock: (@Sendable () -> Void)?, _ block: @escaping @Sendable () -> Void
    ) -> Operation {
        let operation = makeBlockOperation(block)
        if let name { operation.name = name }
        if let completionBlock { operation.completionBlock = completionBlock }
        return operation
    }

    /// Adds a block to an operation that ``makeBlockOperation(_:)`` has made.
    ///
    /// - Precondition: The operation is a `BlockOperation`.
    public static func addExecutionBlock(
        _ block: @escaping @Sendable () -> Void, to operation: Operation
    ) {
        guard let operation = operation as? Foundation.BlockOperation else {
            fatalError("A block is added to what is no block operation, but \(type(of: operation)).")
        }
        operation.addExecutionBlock(block)
    }

    /// Sets an operation's quality of service.
    public static func setQualityOfService(_ quality: Operations.QualityOfService, of operation: Operation) {
        operation.qualityOfService = .init(quality)
    }

    /// A wrapper of Foundation's current queue.
    public static var current: FoundationOperationQueue? {
        Foundation.OperationQueue.current.map { FoundationOperationQueue($0) }
    }

    /// A wrapper of Foundation's main queue.
    public static var main: FoundationOperationQueue { FoundationOperationQueue(.main) }

    /// The dispatch queue on which Foundation runs the operations.
    ///
    /// Foundation doesn't retain it: the caller must.
    public var underlyingQueue: DispatchQueue? {
        get { base.underlyingQueue }
        set { base.underlyingQueue = newValue }
    }

    public func addOperation(_ operation: Operation) { base.addOperation(operation) }
    public func addOperation(_ block: @escaping @Sendable () -> Void) { base.addOperation(block) }
    public func addOperations(_ operations: [Operation]) {
        base.addOperations(operations, waitUntilFinished: false)
    }

    public func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) async {
        guard wait else { return addOperations(operations) }
        await SystemThread.value { self.base.addOperations(operations, waitUntilFinished: true) }
    }

    public func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) { base.addBarrierBlock(barrier) }
    public func setTotalUnitCount(_ count: Int64) { base.progress.totalUnitCount = count }
    public func setQualityOfService(_ quality: Operations.QualityOfService) {
        base.qualityOfService = .init(quality)
    }

    public var workProgress: QueueProgress {
        QueueProgress(
            totalUnitCount: base.progress.totalUnitCount, completedUnitCount: base.progress.completedUnitCount
        )
    }
    public var standardQualityOfService: Operations.QualityOfService { .init(base.qualityOfService) }

    public func cancelAllOperations() { base.cancelAllOperations() }
    public func setSuspended(_ suspended: Bool) { base.isSuspended = suspended }
    public func setMaxConcurrentOperationCount(_ count: Int) { base.maxConcurrentOperationCount = count }
    public func setName(_ name: String?) { base.name = name }

    public var name: String? { base.name }
    public var isSuspended: Bool { base.isSuspended }
    public var maxConcurrentOperationCount: Int { base.maxConcurrentOperationCount }
    public var operations: [Operation] { base.operations }
    public var operationCount: Int { base.operationCount }

    /// Blocks the calling thread, as Foundation's does. Never call it on a thread of the cooperative pool: in a
    /// task, `await` instead.
    public func waitUntilAllOperationsAreFinished() { base.waitUntilAllOperationsAreFinished() }

    public func waitUntilAllOperationsAreFinished() async {
        await SystemThread.value { self.base.waitUntilAllOperationsAreFinished() }
    }
}

extension Foundation.QualityOfService {
    /// Converts to Foundation's type.
    public init(_ quality: Operations.QualityOfService) {
        self =
            switch quality {
            case .default: .default
            case .background: .background
            case .utility: .utility
            case .userInitiated: .userInitiated
            case .userInteractive: .userInteractive
            }
    }
}

extension Operations.QualityOfService {
    /// Converts to this project's type.
    public init(_ quality: Foundation.QualityOfService) {
        self =
            switch quality {
            case .background: .background
            case .utility: .utility
            case .userInitiated: .userInitiated
            case .userInteractive: .userInteractive
            case .default: .default
            @unknown default: .default
            }
    }
}
