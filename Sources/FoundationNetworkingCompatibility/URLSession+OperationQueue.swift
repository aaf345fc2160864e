internal import Foundation
public import FoundationCompatibility
public import FoundationNetworking

extension URLSession {
    /// A session whose delegate and completion handlers are called on a queue of the drop-in's.
    ///
    /// - Parameters:
    ///   - configuration: What the session does, as Foundation has it.
    ///   - delegate: Who is notified of what happens; the session holds it until it is invalidated.
    ///   - queue: Where the delegate is called. It should be serial. Nil for a queue that Foundation makes.
    @_disfavoredOverload
    public convenience init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: FoundationCompatibility.OperationQueue?
    ) {
        self.init(
            configuration: configuration, delegate: delegate,
            delegateQueue: queue?.queueForSession)
    }

    /// The queue on which the delegate is called: the one that the session was made with, or one that hands on to Foundation's.
    @_disfavoredOverload
    public var delegateQueue: FoundationCompatibility.OperationQueue {
        let queue = self.FoundationNetworking::delegateQueue
        return queue.dropInQueue
    }
}
