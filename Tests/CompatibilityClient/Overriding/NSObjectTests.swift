import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// What client code asks of operations and queues as objects of Foundation's.
struct NSObjectTests {
    @Test func descriptionIsTheClassAndTheAddress() {
        let operation = Operation(), queue = OperationQueue()
        #expect(operation.description.hasPrefix("<Operation: 0x"))
        #expect(queue.description.hasPrefix("<OperationQueue: 0x"))
        #expect(BlockOperation {}.description.hasPrefix("<BlockOperation: 0x"))
        #expect(Recorder().description.hasPrefix("<Recorder: 0x"))
        #expect(operation.description != Operation().description)
    }

    @Test func debugDescriptionIsTheDescription() {
        let operation = Operation(), queue = OperationQueue()
        #expect(operation.debugDescription == operation.description)
        #expect(queue.debugDescription == queue.description)
    }

    @Test func printingGivesTheDescription() {
        let operation = Operation()
        #expect("\(operation)" == operation.description)
        #expect(String(describing: operation) == operation.description)
        #expect("\([operation])" == "[\(operation.debugDescription)]")
    }

    @Test func operationIsEqualToItselfAlone() {
        let operation = Operation()
        #expect(operation.isEqual(operation))
        #expect(!operation.isEqual(Operation()))
        #expect(!operation.isEqual(nil))
        #expect(!operation.isEqual("operation"))
        #expect(operation == operation && operation != Operation())
    }

    @Test func queueIsEqualToItselfAlone() {
        let queue = OperationQueue()
        #expect(queue.isEqual(queue))
        #expect(!queue.isEqual(OperationQueue()))
        #expect(!queue.isEqual(nil))
        #expect(queue == queue && queue != OperationQueue())
    }

    @Test func hashIsThatOfTheObject() {
        let operation = Operation(), queue = OperationQueue()
        #expect(operation.hash == operation.hash)
        #expect(operation.hash != Operation().hash)
        #expect(queue.hash == queue.hash)
        #expect(operation.hashValue == operation.hashValue)
    }

    @Test func optionalsCompare() {
        let operation: Operation? = Operation(), none: Operation? = nil
        #expect(operation == operation)
        #expect(operation != none)
        #expect(OperationQueue.current != OperationQueue())
    }

    @Test func kindIsAskedByClass() {
        let operation: Operation = BlockOperation {}
        #expect(operation.isKind(of: BlockOperation.self))
        #expect(operation.isKind(of: Operation.self))
        #expect(!operation.isKind(of: OperationQueue.self))
        #expect(!Operation().isKind(of: BlockOperation.self))
        #expect(OperationQueue().isKind(of: OperationQueue.self))
    }

    @Test func memberIsAskedByClass() {
        let operation: Operation = BlockOperation {}
        #expect(operation.isMember(of: BlockOperation.self))
        #expect(!operation.isMember(of: Operation.self))
        #expect(OperationQueue().isMember(of: OperationQueue.self))
    }

    @Test func objectIsNoProxy() {
        #expect(!Operation().isProxy())
        #expect(!OperationQueue().isProxy())
    }

    @Test func operationsAreObjectsOfTheProtocol() {
        let objects: [any NSObjectProtocol] = [Operation(), BlockOperation {}, OperationQueue()]
        #expect(objects.allSatisfy { $0.isEqual($0) })
        #expect(objects.allSatisfy { !$0.description.isEmpty })
        #expect(Set(objects.map(\.hash)).count == 3)
    }

    @Test func arrayOfFoundationsHoldsOperations() {
        let operations = [Operation(), BlockOperation {}, Recorder()]
        let array = NSArray(array: operations)
        #expect(array.count == 3)
        #expect(array[1] as? Operation === operations[1])
        #expect(array.firstObject as? Operation === operations[0])
        #expect(array.lastObject is Recorder)
    }

    @Test func arrayOfFoundationsFindsOperations() {
        let operations = [Operation(), Operation()], array = NSArray(array: operations)
        #expect(array.contains(operations[1]))
        #expect(array.index(of: operations[1]) == 1)
        #expect(!array.contains(Operation()))
    }

    @Test func setOfFoundationsHoldsEachOnce() {
        let operation = Operation(), set = NSMutableSet()
        set.add(operation)
        set.add(operation)
        set.add(Operation())
        #expect(set.count == 2)
        #expect(set.contains(operation))
        set.remove(operation)
        #expect(set.count == 1)
    }

    @Test func dictionaryOfFoundationsHoldsOperations() {
        let operation = Operation(), dictionary = NSMutableDictionary()
        dictionary["current"] = operation
        #expect(dictionary["current"] as? Operation === operation)
        dictionary.removeObject(forKey: "current")
        #expect(dictionary.count == 0)
    }

    @Test func arraysOfFoundationsAreBridged() {
        let operations = [Operation(), Operation()]
        let array = operations as NSArray
        #expect((array as? [Operation]) == operations)
    }

    @Test func userInfoHoldsAQueue() {
        let queue = OperationQueue()
        let notification = Notification(name: .init("n"), object: queue, userInfo: ["queue": queue])
        #expect(notification.object as? OperationQueue === queue)
        #expect(notification.userInfo?["queue"] as? OperationQueue === queue)
    }

    @Test func cacheHoldsOperations() {
        let cache = NSCache<NSString, Operation>(), operation = Operation()
        cache.setObject(operation, forKey: "key")
        #expect(cache.object(forKey: "key") === operation)
    }

    @Test func threadDictionaryHoldsAQueue() async {
        let isSame = await onThread {
            let queue = OperationQueue()
            Thread.current.threadDictionary["queue"] = queue
            return Thread.current.threadDictionary["queue"] as? OperationQueue === queue
        }
        #expect(isSame)
    }

    @Test func descriptionCanBeFormatted() {
        let operation = Operation()
        let text = String(format: "%@", NSString(string: operation.description))
        #expect(text == operation.description)
    }

    #if DROP_IN || ALIASED
    // Foundation's operations can't be given to a format on Linux: that doesn't compile.
    @Test func operationCanBeFormatted() {
        let operation = Overriding.Described("resize"), queue = OperationQueue()
        #expect(String(format: "%@ in %@", operation, queue) == "<resize> in \(queue.description)")
        NSLog("%@", operation)
    }
    #endif
}
