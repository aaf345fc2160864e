import AdvancedOperations
import FoundationCompatibility
import OperationQueues
import Testing

// Code as it was written for the sample of WWDC 2015, with `Operation` called `AdvancedOperation`.

private enum Alert {}

private final class Loaded: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []
    func append(_ name: String) { lock.withLock { names.append(name) } }
    var all: [String] { lock.withLock { names } }
}

private final class DownloadOperation: AdvancedOperation, @unchecked Sendable {
    let loaded: Loaded
    let url: URL

    init(_ url: URL, _ loaded: Loaded) {
        self.url = url
        self.loaded = loaded
        super.init()
        name = "Download"
        addCondition(MutuallyExclusive<DownloadOperation>())
        addObserver(TimeoutObserver(after: .seconds(3_600)))
    }

    override func execute() {
        Thread.detachNewThread {
            self.loaded.append(self.url.lastPathComponent)
            self.finish()
        }
    }
}

private final class AlertOperation: AdvancedOperation, @unchecked Sendable {
    let loaded: Loaded

    init(_ loaded: Loaded) {
        self.loaded = loaded
        super.init()
        addCondition(MutuallyExclusive<Alert>())
    }

    override func execute() {
        loaded.append("alert")
        finish()
    }
}

private final class GetOperation: GroupOperation, @unchecked Sendable {
    let loaded: Loaded
    let parse: AdvancedBlockOperation

    init(_ loaded: Loaded, _ url: URL) {
        self.loaded = loaded
        let download = DownloadOperation(url, loaded)
        parse = AdvancedBlockOperation { _ in throw URLError(.cannotParseResponse) }
        parse.addCondition(NoCancelledDependencies())
        parse.addDependency(download)
        super.init(operations: [download, parse])
        name = "Get"
    }

    override func childDidFinish(_ operation: Operation, errors: [any Error]) {
        if operation === parse, !errors.isEmpty { produceOperation(AlertOperation(loaded)) }
    }
}

struct SampleClientTests {
    @Test func clientOfTheSampleRunsOnTheDropIn() async {
        let queue = OperationQueue()
        let loaded = Loaded()
        let get = GetOperation(loaded, URL(string: "https://example.org/quakes.json")!)
        get.addObserver(
            BlockObserver(
                startHandler: { _ in loaded.append("start") },
                produceHandler: { _, operation in loaded.append("produced \(type(of: operation))") },
                finishHandler: { _, errors in loaded.append("finish \(errors.count)") }))
        queue.addOperation(get)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(
            Set(loaded.all) == ["start", "quakes.json", "produced AlertOperation", "alert", "finish 1"])
        #expect(get.errors.first is URLError)
    }
}
