public import Foundation
public import OperationQueues
public import Operations
internal import QueueAdapters

// The queues know a quality of service without Foundation. Where both kinds could be meant, this one is preferred.

extension Operations.Operation {
    /// What the operation's work is for. If it isn't `.default`, it wins over its queue's (rule 5.8).
    public final var qualityOfService: Foundation.QualityOfService {
        get { Foundation.QualityOfService(ownQuality ?? .default) }
        set { setOwnQuality(Operations.QualityOfService(newValue)) }
    }
}

extension LockedOperationQueue {
    /// What the operations of this queue are for that say nothing themselves. It counts for workers that are
    /// started from then on.
    public final var qualityOfService: Foundation.QualityOfService {
        get { Foundation.QualityOfService(standardQualityOfService) }
        set { setQualityOfService(Operations.QualityOfService(newValue)) }
    }
}
