public import Foundation
public import Operations
internal import QueueAdapters

// Foundation's threads and processes have a quality of service of Foundation's type. These take and give the one that operations
// and queues have. Where both could be meant, Foundation's is preferred.

extension Thread {
    /// What the thread's work is for.
    @_disfavoredOverload
    public var qualityOfService: QualityOfService {
        get { QualityOfService(self.Foundation::qualityOfService) }
        set { self.Foundation::qualityOfService = Foundation.QualityOfService(newValue) }
    }
}

extension Process {
    /// What the process's work is for.
    @_disfavoredOverload
    public var qualityOfService: QualityOfService {
        get { QualityOfService(self.Foundation::qualityOfService) }
        set { self.Foundation::qualityOfService = Foundation.QualityOfService(newValue) }
    }
}
