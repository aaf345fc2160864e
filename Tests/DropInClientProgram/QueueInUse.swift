import FoundationCompatibility

/// Which queue this program has been compiled with.
let queueInUse = String(reflecting: OperationQueue.self)
