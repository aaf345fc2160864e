import AdvancedOperations
import ConcurrencyPrimitives
import DownloadCore
import DownloadOperations
import LoopbackServer
import OperationQueues
import Operations
import Testing

@Suite struct HostLimitTests {
    /// How many requests are under way at a server, and how many were at most.
    private final class Crowd: Sendable {
        private let count = Mutex((now: 0, most: 0, total: 0))
        /// Opens when so many have come in all.
        private let expected: Int
        let isFull = Latch()

        init(expecting count: Int) { expected = count }

        var most: Int { count.withLock { $0.most } }

        func enter() {
            let total = count.withLock { count in
                count.now += 1
                count.total += 1
                count.most = max(count.most, count.now)
                return count.total
            }
            if total == expected { isFull.open() }
        }

        func leave() { count.withLock { $0.now -= 1 } }
    }

    /// Of eight downloads of a host, two are under way; those of another host go by meanwhile, in the slots that are free.
    @Test(arguments: Variant.ours) func noMoreThanTheLimitRunAtAHost(_ variant: Variant) async throws {
        try await withServers { other, server in
            let site = try Site()
            let crowd = Crowd(expecting: 2)
            let mayEnd = Latch()
            server.script(
                [
                    .call { crowd.enter() }, .wait(mayEnd), .call { crowd.leave() },
                    .head(200, [("Content-Length", "1")]), .bytes([1]),
                ], at: "/slow")
            other.serve(ServedFile(TestContent(seed: 1, length: 10)), at: "/quick")
            let limit = HostLimit(2)
            func downloads(_ url: String, _ count: Int) throws -> [AnyDownload] {
                try (0..<count).map { _ in
                    let download = AnyDownload(variant, try site.plan(url))
                    let operation = download.operation!
                    operation.addCondition(limit.condition(for: operation.plan.request))
                    return download
                }
            }
            let slow = try downloads(server.url("/slow"), 8)
            for download in slow { download.add() }
            await crowd.isFull.wait()
            // Each of these has a queue of its own, as have those; they would pass the others if the host let them.
            for download in try downloads(other.url("/quick"), 4) { _ = try await download.run().get() }
            #expect(crowd.most == 2)
            mayEnd.open()
            for download in slow { _ = try await download.ended().get() }
            #expect(crowd.most == 2)
        }
    }

    /// A download that waits for its host takes no slot of its queue.
    @Test(arguments: [true, false]) func waitingTakesNoSlot(isLocked: Bool) async throws {
        try await withServers { other, server in
            let site = try Site()
            let (isAsked, mayEnd) = (Latch(), Latch())
            server.script(
                [
                    .call { isAsked.open() }, .wait(mayEnd), .head(200, [("Content-Length", "1")]),
                    .bytes([1]),
                ], at: "/slow")
            other.serve(ServedFile(TestContent(seed: 1, length: 10)), at: "/quick")
            let queue: any OperationQueueProtocol<Operation> =
                isLocked ? LockedOperationQueue() : ActorOperationQueue()
            queue.setMaxConcurrentOperationCount(2)
            let limit = HostLimit(1)
            let downloads = try [server.url("/slow"), server.url("/slow"), other.url("/quick")].map { url in
                let download = DownloadOperation(try site.plan(url), by: Site.clients)
                download.addCondition(limit.condition(for: download.plan.request))
                return download
            }
            queue.addOperations(downloads)
            await isAsked.wait()
            await downloads[2].waitUntilFinished()
            #expect(!downloads[0].isFinished && !downloads[1].isExecuting)
            mayEnd.open()
            await queue.waitUntilAllOperationsAreFinished()
            for download in downloads { _ = try download.file }
        }
    }

    @Test func lanesAreGivenInTurn() throws {
        let limit = HostLimit(3)
        let (a, b) = (try DownloadRequest("http://a.org/1"), try DownloadRequest("https://b.org:8443/2"))
        #expect(
            (0..<4).map { _ in limit.lane(for: a) } == [
                "a.org:80#0", "a.org:80#1", "a.org:80#2", "a.org:80#0",
            ])
        #expect(limit.lane(for: b) == "b.org:8443#0")
    }
}
