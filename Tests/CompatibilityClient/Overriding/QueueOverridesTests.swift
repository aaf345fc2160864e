import Dispatch
import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// What subclasses of the queue override, one property or method each.
struct QueueOverridesTests {
    @Test func initialiserOfItsOwnNeedNotCallSuper() async {
        let (tag, entries) = await onThread {
            let queue = Tagged(tag: 3), log = Log<Int>()
            queue.addOperations([BlockOperation { log.append(1) }], waitUntilFinished: true)
            return (queue.tag, log.entries)
        }
        #expect(tag == 3)
        #expect(entries == [1])
    }

    @Test func overriddenInitialiserIsCalled() {
        let queue = Serial()
        #expect(queue.maxConcurrentOperationCount == 1)
        #expect(queue.name == "serial")
    }

    @Test func qualityOfServiceCanBeFixed() {
        let queue: OperationQueue = Fixed()
        queue.qualityOfService = .background
        #expect(queue.qualityOfService == .utility)
    }

    @Test func progressCanBeReplaced() {
        let queue: OperationQueue = Fixed()
        queue.progress.totalUnitCount = 7
        #expect(queue.progress.totalUnitCount == 7)
        #expect((queue as? Fixed)?.own.totalUnitCount == 7)
        #expect((queue as any ProgressReporting).progress.totalUnitCount == 7)
    }

    @Test func descriptionIsThatOfTheSubclass() {
        let queue: OperationQueue = Fixed()
        #expect(queue.description == "fixed")
        #expect("\(queue)" == "fixed")
        #expect(queue.debugDescription == "fixed, debugged")
        #expect(String(reflecting: queue) == "fixed, debugged")
    }

    @Test func equalityIsThatOfTheSubclass() {
        let first: OperationQueue = Tagged(tag: 1), second: OperationQueue = Tagged(tag: 1)
        #expect(first == second)
        #expect(first != Tagged(tag: 2))
        #expect(Set([first, second]).count == 1)
    }

    @Test func mainCanBeReplaced() {
        #expect(Redirected.main === Redirected.replacement)
        #expect(OperationQueue.main !== Redirected.replacement)
    }

    @Test func currentCanBeReplaced() {
        #expect(Redirected.current === Redirected.replacement)
        #expect(OperationQueue.current !== Redirected.replacement)
    }

    @Test func superMainIsTheMainQueue() { #expect(Redirected.superMain === OperationQueue.main) }

    @Test func addedOperationsAreSeen() async {
        let notes = await onThread {
            let queue = Watching()
            queue.addOperation(BlockOperation {})
            queue.addOperation {}
            queue.addOperations([BlockOperation {}], waitUntilFinished: true)
            queue.addBarrierBlock {}
            queue.waitUntilAllOperationsAreFinished()
            return queue.notes
        }
        // A block is added as an operation; several are added at once.
        #expect(notes == ["operation", "block", "operation", "operations 1 true", "barrier", "wait"])
    }

    @Test func settingsAreSeen() {
        let queue = Watching()
        queue.isSuspended = true
        queue.isSuspended = false
        queue.maxConcurrentOperationCount = 3
        queue.name = "n"
        queue.cancelAllOperations()
        #expect(queue.notes == ["suspended true", "suspended false", "limit 3", "name n", "cancel"])
        #expect(queue.maxConcurrentOperationCount == 3)
    }

    @Test func underlyingQueueCanBeFixed() {
        let queue = Fixed()
        queue.underlyingQueue = DispatchQueue(label: "other")
        #expect(queue.underlyingQueue == nil)
    }

    @Test func subclassCanHoldItsOperationsBack() async {
        let entries = await onThread {
            let queue = Chaining(), log = Log<Int>()
            for number in 0..<10 { queue.addOperation(BlockOperation { log.append(number) }) }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == Array(0..<10))
    }

    @Test func subclassOfASubclassWorks() async {
        let notes = await onThread {
            let queue = WatchingTwice()
            queue.addOperation(BlockOperation {})
            queue.waitUntilAllOperationsAreFinished()
            return queue.notes
        }
        #expect(notes == ["twice", "operation", "wait"])
    }
}

private final class Tagged: OperationQueue, @unchecked Sendable {
    let tag: Int

    init(tag: Int) { self.tag = tag }

    override func isEqual(_ object: Any?) -> Bool { (object as? Tagged)?.tag == tag }
    override var hash: Int { tag }
}

private final class Serial: OperationQueue, @unchecked Sendable {
    override init() {
        super.init()
        maxConcurrentOperationCount = 1
        name = "serial"
    }
}

private final class Fixed: OperationQueue, @unchecked Sendable {
    let own = Progress(totalUnitCount: 1)

    override var progress: Progress { own }
    override var description: String { "fixed" }
    override var debugDescription: String { "fixed, debugged" }
    override var qualityOfService: QualityOfService {
        get { .utility }
        set {}
    }
    override var underlyingQueue: DispatchQueue? {
        get { nil }
        set {}
    }
}

private final class Redirected: OperationQueue, @unchecked Sendable {
    static let replacement = OperationQueue()
    static var superMain: OperationQueue { super.main }

    override class var main: OperationQueue { replacement }
    override class var current: OperationQueue? { replacement }
}

private class Watching: OperationQueue, @unchecked Sendable {
    private let log = Log<String>()

    final var notes: [String] { log.entries }

    final func note(_ text: String) { log.append(text) }

    override func addOperation(_ op: Operation) {
        note("operation")
        super.addOperation(op)
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        note("block")
        super.addOperation(block)
    }

    override func addOperations(_ ops: [Operation], waitUntilFinished wait: Bool) {
        note("operations \(ops.count) \(wait)")
        super.addOperations(ops, waitUntilFinished: wait)
    }

    override func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
        note("barrier")
        super.addBarrierBlock(barrier)
    }

    override func cancelAllOperations() {
        note("cancel")
        super.cancelAllOperations()
    }

    override func waitUntilAllOperationsAreFinished() {
        note("wait")
        super.waitUntilAllOperationsAreFinished()
    }

    override var isSuspended: Bool {
        didSet { note("suspended \(isSuspended)") }
    }

    override var maxConcurrentOperationCount: Int {
        didSet { note("limit \(maxConcurrentOperationCount)") }
    }

    override var name: String? {
        didSet { note("name \(name ?? "none")") }
    }
}

private final class WatchingTwice: Watching, @unchecked Sendable {
    override func addOperation(_ op: Operation) {
        note("twice")
        super.addOperation(op)
    }
}

/// Each operation waits for the one before.
private final class Chaining: OperationQueue, @unchecked Sendable {
    @Guarded private var last: Operation?

    override func addOperation(_ op: Operation) {
        if let last { op.addDependency(last) }
        last = op
        super.addOperation(op)
    }
}
