import ConcurrencyPrimitives
import DownloadCore
import DownloadOperations
import DownloadTransfers
import LoopbackServer
import Testing

/// Hosts that don't answer, and answers that take too long. Our own timers go by the test's clock.
@Suite struct TimeoutTests {
    private let content = TestContent(seed: 11, length: 10_000)
    private var head: FaultStep { .head(200, [("Content-Length", "10000"), ("ETag", "\"11\"")]) }

    @Test(arguments: Variant.allCases) func refusedConnectionIsSaid(_ variant: Variant) async throws {
        let site = try Site()
        let listener = try DeafListener(.refuses)
        let plan = try site.plan("http://127.0.0.1:\(listener.port)/x")
        let error = await failure(AnyDownload(variant, plan).run())
        guard case .notConnected = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.isRetryable == true)
        #expect(try site.names == [])
    }

    /// By the client's own timer where it has one, and by ours where it hasn't.
    @Test(arguments: Variant.allCases) func connectionThatIsNeverMadeTimesOut(_ variant: Variant) async throws
    {
        let site = try Site()
        let listener = try DeafListener(.isFull)
        let plan = try site.plan("http://127.0.0.1:\(listener.port)/x")
        var settings = DownloadSettings()
        settings.timeouts.connect = .milliseconds(50)
        let clients = DownloadClients(settings)
        let download = AnyDownload(variant, plan, by: clients)
        download.add()
        if variant.design == .main || variant.design == .start {
            await site.clock.pass(Site.connect + Site.idle)
        }
        #expect(await failure(download.ended())?.reason == .timedOut(.connect))
        #expect(try site.names == [])
        try await clients.shutDown()
    }

    @Test(arguments: Variant.allCases) func serverThatNeverAnswersTimesOut(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            let isAsked = Latch()
            server.script([.call { isAsked.open() }, .stall], at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")))
            download.add()
            await isAsked.wait()
            await site.clock.pass(Site.connect + Site.idle)
            #expect(await failure(download.ended())?.reason == .timedOut(.connect))
            #expect(try site.names == [])
            #expect(site.clock.pendingCount == 0)
        }
    }

    @Test(arguments: Variant.allCases) func stallTimesOutAndKeepsWhatHasCome(_ variant: Variant) async throws
    {
        try await withServers { _, server in
            let site = try Site()
            server.script([head, .bytes(Array(content.bytes[..<4_000])), .stall], at: "/x")
            let some = Milestone.received(4_000)
            let download = AnyDownload(variant, try site.plan(server.url("/x"), progress: some.handler))
            download.add()
            await some.wait()
            // One second less isn't enough.
            site.clock.advance(by: Site.idle - .seconds(1))
            #expect(site.clock.pendingCount > 0)
            site.clock.advance(by: .seconds(1))
            let error = await failure(download.ended())
            #expect(error?.reason == .timedOut(.idle) && error?.partial?.length == 4_000)
            #expect(error?.isRetryable == true)
            #expect(site.clock.pendingCount == 0)
        }
    }

    @Test(arguments: Variant.allCases) func totalTimeEndsAllAttempts(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            server.script([head, .bytes(Array(content.bytes[..<4_000])), .stall], at: "/x")
            let stalls = [Latch(), Latch()]
            let count = Mutex(0)
            let plan = try site.plan(server.url("/x")) { progress in
                guard progress.phase == .receiving, progress.received == 4_000 else { return }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                stalls[number - 1].open()
            }
            let download = AnyDownload(variant, plan, attempts: 100, pause: .seconds(600))
            download.add()
            await stalls[0].wait()
            // An observer may be told of the start after the first bytes have come.
            await site.clock.hasTimer(Site.total)
            site.clock.advance(by: Site.idle)
            // In the first pause, 11 of 1,000 seconds are over; in the second, 622.
            await site.clock.pass(.seconds(600))
            await stalls[1].wait()
            site.clock.advance(by: Site.idle)
            await site.clock.hasTimer(.seconds(600))
            site.clock.advance(by: .seconds(378))
            let error = await failure(download.ended())
            #expect(error?.reason == .timedOut(.total), "\(String(describing: error))")
            #expect(error?.partial?.length == 4_000 && error?.isRetryable == false)
            #expect(download.attemptCount == 2)
            #expect(site.clock.pendingCount == 0)
        }
    }

    @Test(arguments: Variant.allCases) func totalTimeBreaksOffWhatIsUnderWay(_ variant: Variant) async throws
    {
        try await withServers { _, server in
            let site = try Site()
            server.script([head, .bytes(Array(content.bytes[..<4_000])), .stall], at: "/x")
            let some = Milestone.received(4_000)
            var plan = try site.plan(server.url("/x"), progress: some.handler)
            plan.settings.timeouts.idle = nil
            let download = AnyDownload(variant, plan, attempts: 2)
            download.add()
            await some.wait()
            await site.clock.pass(Site.total)
            let error = await failure(download.ended())
            #expect(error?.reason == .timedOut(.total) && error?.partial?.length == 4_000)
            #expect(download.attemptCount == 1)
        }
    }
}

func failure(_ outcome: DownloadOutcome) -> DownloadError? {
    if case .failure(let error) = outcome { error } else { nil }
}
