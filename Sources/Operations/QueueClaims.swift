// What a queue claims of how it treats its operations. These protocols require nothing: what they are about is called
// through the operation (see ``OperationProtocol``), and whether the queue heeds it no compiler can tell.

/// Operations are the client's objects, with a life cycle; they can be started by hand and waited for
/// (``QueueCapability/lifeCycle``).
public protocol LifeCycleQueue<Operation>: BasicOperationQueue {}

/// Operations run their completion block (``QueueCapability/completionBlocks``).
public protocol CompletionBlockQueue<Operation>: LifeCycleQueue {}

/// A cancelled operation comes to its end early (``QueueCapability/cancellation``).
public protocol CancellingQueue<Operation>: BasicOperationQueue {}

/// An operation starts once its dependencies have finished (``QueueCapability/dependencies``).
public protocol DependencyQueue<Operation>: BasicOperationQueue {}

/// Ready operations start in the order of their priority (``QueueCapability/priorities``).
///
/// That is the priority they have then: rule 5.4 changes it while an operation waits. A queue that takes the priority in when an
/// operation is added breaks that rule, which belongs into its file of expectations.
public protocol PrioritizingQueue<Operation>: BasicOperationQueue {}

/// Operations that wait for others of their queue don't starve it (``QueueCapability/nestedWaiting``).
public protocol NestedWaitingQueue<Operation>: BasicOperationQueue {}

/// A wait for the queue or an operation suspends the task that waits and blocks no thread
/// (``QueueCapability/asyncWaiting``).
public protocol AsyncWaitingQueue<Operation>: BasicOperationQueue {}
