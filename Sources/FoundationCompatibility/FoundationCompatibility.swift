// Who writes `import FoundationCompatibility` gets all of Foundation. What is declared here takes the place of what is
// exported again, so that only these names change their meaning.
@_exported public import Foundation
@_exported public import OperationQueues
@_exported public import Operations

/// The operation, in the place of Foundation's.
public typealias Operation = Operations.Operation

/// An operation that runs blocks, in the place of Foundation's.
public typealias BlockOperation = Operations.BlockOperation

/// The queue behind a lock, in the place of Foundation's `OperationQueue`.
public typealias OperationQueue = OperationQueues.LockedOperationQueue

/// Foundation's own, which its threads and processes use as well.
public typealias QualityOfService = Foundation.QualityOfService
