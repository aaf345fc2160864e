// The second way: the other files of this module go on importing Foundation, and a module's own names come first.
// Exported, so that the members can be seen from all of them.
@_exported import FoundationCompatibility

typealias Operation = FoundationCompatibility.Operation
typealias BlockOperation = FoundationCompatibility.BlockOperation
typealias OperationQueue = FoundationCompatibility.OperationQueue
typealias QualityOfService = FoundationCompatibility.QualityOfService
