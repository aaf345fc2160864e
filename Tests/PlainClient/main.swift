import OperationQueues
import Operations

// A program that uses the queues and never explores: what the linker has put into it is looked at.
let queue = LockedOperationQueue()
let operation = BlockOperation { print("ran") }
queue.addOperation(operation)
operation.waitUntilFinished()
