#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

private let output = NSLock()

/// Prints a line.
func say(_ line: String) { output.withLock { print(line) } }

/// Reads three feeds from a server on this machine: one whole, one with a page that is missing, and one that is cancelled.
@main struct ReaderProgram {
    static func main() {
        let server = LoopbackServer()
        let reader = FeedReader()
        let steps = OperationQueue()
        steps.maxConcurrentOperationCount = 1
        reader.isDone = {
            // Not here: closing waits, and the main queue has to go on.
            steps.addOperation {
                if ended("first") { second(reader, server) } else { close(reader, server) }
            }
        }
        OperationQueue.main.addOperation {
            say("on the main thread: \(Thread.isMainThread)")
            reader.hold(true)
            reader.read("news", ["/news/headline", "/news/weather", "/news/sport/football"].map(server.url))
            reader.read("gaps", ["/gaps/here", "/missing/there"].map(server.url))
            reader.hold(false)
        }
        // A run loop ends that has nothing to wait for.
        let heartbeat = Timer.scheduledTimer(withTimeInterval: 3_600, repeats: true) { _ in }
        withExtendedLifetime(heartbeat) { RunLoop.main.run() }
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var steps: Set<String> = []

    /// Whether this step ends for the first time.
    private static func ended(_ step: String) -> Bool { lock.withLock { steps.insert(step).inserted } }

    private static func second(_ reader: FeedReader, _ server: LoopbackServer) {
        let held = ["/held/one", "/held/two", "/held/three"].map(server.url)
        let count = server.paths.count
        let start = BlockOperation { reader.read("held", held) }
        OperationQueue.main.addOperations([start], waitUntilFinished: true)
        // Two are under way, and the third waits for a slot.
        server.waitForRequests(count + 2)
        reader.cancel()
    }

    private static func close(_ reader: FeedReader, _ server: LoopbackServer) {
        reader.close()
        server.close()
        let last = BlockOperation {
            say("bye")
            exit(0)
        }
        OperationQueue.main.addOperation(last)
    }
}
