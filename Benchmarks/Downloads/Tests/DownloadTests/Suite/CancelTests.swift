import AdvancedOperations
import ConcurrencyPrimitives
import DownloadCore
import DownloadOperations
import LoopbackServer
import Operations
import Testing

/// Cancelling in every state: the download ends, what has come is kept and named, and nothing is written afterwards.
@Suite struct CancelTests {
    private let content = TestContent(seed: 19, length: 200_000)
    private let fields = [("Content-Length", "200000"), ("ETag", "\"19\"")]

    private func expectCancelled(
        _ outcome: DownloadOutcome, partial length: UInt64?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = failure(outcome)
        #expect(error?.reason == .cancelled, sourceLocation: sourceLocation)
        #expect(error?.partial?.length == length, sourceLocation: sourceLocation)
    }

    @Test(arguments: Variant.allCases) func beforeItIsAdded(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")))
            download.cancel()
            expectCancelled(await download.run(), partial: nil)
            #expect(server.requests.isEmpty && download.attemptCount == 0)
            #expect(try site.names == [])
        }
    }

    @Test(arguments: Variant.allCases) func whileItWaitsInItsQueue(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")))
            download.suspend(true)
            download.add()
            download.cancel()
            download.suspend(false)
            expectCancelled(await download.ended(), partial: nil)
            #expect(server.requests.isEmpty)
            #expect(try site.names == [])
        }
    }

    @Test(arguments: Variant.ours) func whileAConditionIsEvaluated(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")))
            let condition = WaitingCondition()
            download.operation?.addCondition(condition)
            download.add()
            await condition.begun.wait()
            download.cancel()
            expectCancelled(await download.ended(), partial: nil)
            condition.passed.open()
            #expect(server.requests.isEmpty)
            #expect(try site.names == [])
        }
    }

    @Test(arguments: Variant.ours) func whileItWaitsForItsTurnAtTheHost(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            let isAsked = Latch()
            server.script([.call { isAsked.open() }, .stall], at: "/first")
            let limit = HostLimit(1)
            let downloads = try ["/first", "/second"].map { path in
                AnyDownload(variant, try site.plan(server.url(path)))
            }
            for download in downloads {
                download.operation?.addCondition(limit.condition(for: download.operation!.plan.request))
                download.add()
            }
            await isAsked.wait()
            downloads[1].cancel()
            expectCancelled(await downloads[1].ended(), partial: nil)
            downloads[0].cancel()
            expectCancelled(await downloads[0].ended(), partial: nil)
            #expect(server.requests.map(\.path) == ["/first"])
        }
    }

    @Test(arguments: Variant.allCases) func whileItConnects(_ variant: Variant) async throws {
        let site = try Site()
        let listener = try DeafListener(.isFull)
        let begins = Milestone { $0.phase == .connecting }
        let plan = try site.plan("http://127.0.0.1:\(listener.port)/x", progress: begins.handler)
        let download = AnyDownload(variant, plan)
        download.add()
        await begins.wait()
        download.cancel()
        expectCancelled(await download.ended(), partial: nil)
        #expect(try site.names == [])
        #expect(site.clock.pendingCount == 0)
    }

    @Test(arguments: Variant.allCases) func beforeTheHeadHasCome(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            let isAsked = Latch()
            server.script([.call { isAsked.open() }, .stall], at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")))
            download.add()
            await isAsked.wait()
            download.cancel()
            expectCancelled(await download.ended(), partial: nil)
            #expect(try site.names == [])
        }
    }

    @Test(arguments: Variant.allCases) func whileBytesCome(_ variant: Variant) async throws {
        try await withServers { good, server in
            let site = try Site()
            let hasEnded = Latch()
            let serverIsDone = Latch()
            server.script(
                [
                    .head(200, fields), .bytes(Array(content.bytes[..<90_000])), .wait(hasEnded),
                    // The client may have closed, or have this in its buffers already.
                    .attempt([.bytes(Array(content.bytes[90_000...]))]), .call { serverIsDone.open() },
                ], at: "/x")
            let some = Milestone.received(90_000)
            let download = AnyDownload(variant, try site.plan(server.url("/x"), progress: some.handler))
            download.add()
            await some.wait()
            download.cancel()
            let outcome = await download.ended()
            expectCancelled(outcome, partial: 90_000)
            let files = try site.files
            #expect(files.count == 2 && files.values.contains(90_000))
            let name = try #require(failure(outcome)?.partial?.path.split(separator: "/").last)
            #expect(files[String(name)] == 90_000)
            #expect(site.clock.pendingCount == 0)
            // The rest is sent, and another download goes the same way behind it. Nothing of it is written.
            hasEnded.open()
            await serverIsDone.wait()
            try await Self.passThrough(variant, good)
            #expect(try site.files == files)
            #expect(try site.bytes(String(name)) == Array(content.bytes[..<90_000]))
        }
    }

    /// Whatever the client and its threads had to do before has been done when another download has ended.
    private static func passThrough(_ variant: Variant, _ server: LoopbackServer) async throws {
        let site = try Site()
        server.serve(ServedFile(TestContent(seed: 1, length: 1_000)), at: "/sentinel")
        _ = try await AnyDownload(variant, try site.plan(server.url("/sentinel"))).run().get()
    }

    /// From inside, on the thread that writes.
    @Test(arguments: Variant.allCases) func byItsOwnProgressHandler(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let holder = Mutex<AnyDownload?>(nil)
            let plan = try site.plan(server.url("/x")) { progress in
                if progress.received > 0 { holder.withLock { $0 }?.cancel() }
            }
            let download = AnyDownload(variant, plan)
            holder.withLock { $0 = download }
            let outcome = await download.run()
            holder.withLock { $0 = nil }
            let received = plan.meter.progress.received
            expectCancelled(outcome, partial: received)
            #expect(received > 0 && received < 200_000)
            #expect(try site.files.values.contains(Int(received)))
        }
    }

    @Test(arguments: Variant.allCases) func betweenTwoAttempts(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            let some = Milestone.received(90_000)
            server.script(
                [.head(200, fields), .bytes(Array(content.bytes[..<90_000])), .wait(some.latch), .reset],
                at: "/x")
            let plan = try site.plan(server.url("/x"), progress: some.handler)
            let download = AnyDownload(variant, plan, attempts: 3)
            download.add()
            await site.clock.hasTimer(Site.pause)
            download.cancel()
            expectCancelled(await download.ended(), partial: 90_000)
            #expect(download.attemptCount == 1 && server.requests.count == 1)
            #expect(site.clock.pendingCount == 0)
        }
    }

    /// The pause has been scheduled, and the download doesn't know yet how to stop it: it ends when it does.
    @Test(arguments: Variant.allCases) func asThePauseBegins(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.answer([.status(500)], at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")), attempts: 3)
            let endedTooEarly = Mutex(false)
            site.clock.whenScheduled(Site.pause) { [weak download] in
                guard let download else { return }
                download.cancel()
                endedTooEarly.withLock { $0 = download.hasEnded }
            }
            expectCancelled(await download.run(), partial: nil)
            #expect(!endedTooEarly.withLock { $0 })
            #expect(download.attemptCount == 1 && site.clock.pendingCount == 0)
        }
    }

    /// The file is there already, or will be: it is whole in any case, or isn't there.
    @Test(arguments: Variant.allCases) func whileTheFileGetsItsName(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let holder = Mutex<AnyDownload?>(nil)
            let plan = try site.plan(server.url("/x")) { progress in
                if progress.phase == .checking { holder.withLock { $0 }?.cancel() }
            }
            let download = AnyDownload(variant, plan)
            holder.withLock { $0 = download }
            let outcome = await download.run()
            holder.withLock { $0 = nil }
            switch outcome {
            case .success:
                #expect(try site.names == ["x"])
                #expect(try site.bytes("x") == content.bytes)
            case .failure(let error):
                #expect(error.reason == .cancelled)
                #expect(try !site.names.contains("x"))
            }
        }
    }

    @Test(arguments: Variant.allCases) func afterTheEnd(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")))
            let file = try await download.run().get()
            download.cancel()
            #expect(try await download.ended().get() == file)
            #expect(try site.names == ["x"])
        }
    }
}

/// A condition that is evaluated for as long as a test likes.
private struct WaitingCondition: OperationCondition {
    let name = "WaitingCondition"
    let begun = Latch()
    let passed = Latch()

    func evaluate(for operation: AdvancedOperation) async throws {
        begun.open()
        await passed.wait()
    }
}
