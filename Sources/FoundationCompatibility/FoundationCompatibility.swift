// Who writes `import FoundationCompatibility` gets all of Foundation. What is declared here takes the place of what is
// exported again, so that only these names change their meaning. The modules of the operations and of the queues are not
// exported, or all their other names would stand in a client's way; of the first, the two classes are, since a client that
// asks for the visibility of members by import sees only members of what is imported.
@_exported public import Foundation
public import Operations

@_exported public import class Operations.BlockOperation
@_exported public import class Operations.Operation

/// The operation, in the place of Foundation's.
public typealias Operation = Operations.Operation

/// An operation that runs blocks, in the place of Foundation's.
public typealias BlockOperation = Operations.BlockOperation

/// What work is for, in the place of Foundation's, so that a subclass can override an operation's. Threads and processes take
/// it, too.
public typealias QualityOfService = Operations.QualityOfService
