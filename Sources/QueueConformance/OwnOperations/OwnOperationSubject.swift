public import Operations

/// How this project's operation is given its body.
///
/// The operation itself takes other paths for each: it asks a subclass whether it is ready, also where it is in no queue, and
/// counts the dependencies of a block operation only once it is in a queue.
///
/// It also says how operations that override `start` or `isReady` announce their changes, which takes other paths, too: by key path
/// with the first, by name with the second, and by turns with the last.
public enum OwnOperationKind: Sendable {
    /// By a subclass that overrides `main`.
    case subclass
    /// By the block of a `BlockOperation`.
    case block
    /// One operation after the other by a subclass and by a block. Not under exploration, where each schedule has to make the same.
    case alternating
}

/// A subject of a queue that runs this project's operations, which can be told how these are given their bodies.
public protocol OwnOperationSubject: ExplorableSubject where Queue.Operation == Operations.Operation {
    /// How `makeOperation` gives the operation its body.
    var operationKind: OwnOperationKind { get set }
}
