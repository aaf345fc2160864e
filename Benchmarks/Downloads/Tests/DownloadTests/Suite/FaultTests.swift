import ConcurrencyPrimitives
import DownloadCore
import LoopbackServer
import Testing

/// Servers that go wrong, and what comes of a download that isn't tried again.
@Suite struct FaultTests {
    private let content = TestContent(seed: 7, length: 100_000)

    private func expectReason(
        _ outcome: DownloadOutcome, sourceLocation: SourceLocation = #_sourceLocation,
        _ isExpected: (DownloadError.Reason) -> Bool
    ) throws -> DownloadError {
        guard case .failure(let error) = outcome else {
            Issue.record("it succeeded", sourceLocation: sourceLocation)
            throw DownloadError(.cancelled, url: "")
        }
        #expect(isExpected(error.reason), "\(error)", sourceLocation: sourceLocation)
        return error
    }

    @Test(arguments: Variant.allCases) func refusalLeavesNothing(_ variant: Variant) async throws {
        try await withServers { server, _ in
            for status in [404, 403, 410, 500, 503, 204] {
                let site = try Site()
                server.answer([.status(status)], at: "/x")
                let outcome = await AnyDownload(variant, try site.plan(server.url("/x"))).run()
                _ = try expectReason(outcome) { $0 == .refused(status: status) }
                #expect(try site.names == [])
                #expect(site.clock.pendingCount == 0)
            }
        }
    }

    @Test(arguments: Variant.allCases) func redirectIsFollowedAndTheNameKept(_ variant: Variant) async throws
    {
        try await withServers { server, _ in
            for status in [301, 302, 303, 307, 308] {
                let site = try Site()
                server.answer([.redirect(status: status, to: "/second?x=1")], at: "/first.txt")
                server.answer([.redirect(to: server.url("/third"))], at: "/second?x=1")
                server.serve(ServedFile(content), at: "/third")
                let file = try await AnyDownload(variant, try site.plan(server.url("/first.txt"))).run().get()
                #expect(file.name == "first.txt")
                #expect(try site.bytes("first.txt") == content.bytes)
            }
        }
    }

    @Test(arguments: Variant.allCases) func redirectLoopIsAnError(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.answer([.redirect(to: "/b")], at: "/a")
            server.answer([.redirect(to: "/a")], at: "/b")
            let outcome = await AnyDownload(variant, try site.plan(server.url("/a"))).run()
            let error = try expectReason(outcome) { if case .redirects = $0 { true } else { false } }
            #expect(error.description.contains("circle"))
            #expect(server.requests.map(\.path) == ["/a", "/b"])
            #expect(try site.names == [])
        }
    }

    @Test(arguments: Variant.allCases) func redirectsThatNeverEndAreAnError(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            for number in 0...10 { server.answer([.redirect(to: "/\(number + 1)")], at: "/\(number)") }
            var settings = DownloadSettings()
            settings.redirects = 4
            let outcome = await AnyDownload(
                variant, try site.plan(server.url("/0"), settings: settings)
            ).run()
            _ = try expectReason(outcome) { if case .redirects = $0 { true } else { false } }
            #expect(server.requests.count == 5)
        }
    }

    @Test(arguments: Variant.allCases) func resetInTheMiddleKeepsWhatHasCome(_ variant: Variant) async throws
    {
        try await withServers { _, server in
            let site = try Site()
            let half = Milestone.received(50_000)
            server.script(
                [
                    .head(200, [("Content-Length", "100000"), ("ETag", "\"7\"")]),
                    .bytes(Array(content.bytes[..<50_000])), .wait(half.latch), .reset,
                ], at: "/x")
            let plan = try site.plan(server.url("/x"), progress: half.handler)
            let outcome = await AnyDownload(variant, plan).run()
            let error = try expectReason(outcome) { if case .connectionLost = $0 { true } else { false } }
            #expect(error.isRetryable)
            try expectPartial(error, of: site, length: 50_000)
        }
    }

    /// The partial file is the only one besides its record, and the error names it.
    private func expectPartial(
        _ error: DownloadError, of site: Site, length: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let partial = try #require(error.partial, sourceLocation: sourceLocation)
        #expect(partial.length == UInt64(length), sourceLocation: sourceLocation)
        let name = try #require(partial.path.split(separator: "/").last, sourceLocation: sourceLocation)
        #expect(partial.path == "\(site.path)/\(name)", sourceLocation: sourceLocation)
        #expect(try site.names == ["\(name)", "\(name).json"], sourceLocation: sourceLocation)
        #expect(
            try site.bytes(String(name)) == Array(content.bytes[..<length]), sourceLocation: sourceLocation)
        #expect(error.description.contains(partial.path), sourceLocation: sourceLocation)
    }

    @Test(arguments: Variant.allCases) func tooFewBytesAreNoFile(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            server.script(
                [
                    .head(200, [("Content-Length", "100000"), ("ETag", "\"7\"")]),
                    .bytes(Array(content.bytes[..<70_000])), .close,
                ], at: "/x")
            let outcome = await AnyDownload(variant, try site.plan(server.url("/x"))).run()
            // A client may say itself that the connection ended too early.
            let error = try expectReason(outcome) { reason in
                switch reason {
                case .connectionLost: true
                case .wrongLength(let expected, let received): expected == 100_000 && received == 70_000
                default: false
                }
            }
            #expect(error.isRetryable)
            // A client that finds the end may drop what it hasn't handed on.
            if let partial = error.partial {
                #expect(partial.length <= 70_000)
                try expectPartial(error, of: site, length: Int(partial.length))
            }
            #expect(try site.names.allSatisfy { $0.contains(".partial") })
        }
    }

    /// The body ends where the head says, whatever follows; only a checksum knows that the head was wrong.
    @Test(arguments: Variant.allCases) func tooManyBytesAreCutOffOrFoundByTheChecksum(_ variant: Variant)
        async throws
    {
        try await withServers { _, server in
            let site = try Site()
            server.script(
                [
                    .head(200, [("Content-Length", "60000"), ("ETag", "\"7\"")]), .bytes(content.bytes),
                    .close,
                ], at: "/x")
            let plan = try site.plan(server.url("/x"), sha256: content.sha256)
            let outcome = await AnyDownload(variant, plan).run()
            let error = try expectReason(outcome) { reason in
                switch reason {
                case .wrongChecksum(let expected, let received):
                    expected == content.sha256
                        && received == TestContent(seed: 7, length: 60_000).sha256
                // A client may see that what follows is no response.
                case .invalidResponse, .connectionLost: true
                default: false
                }
            }
            #expect(try site.names.filter { !$0.contains(".partial") } == [])
            if case .wrongChecksum = error.reason { #expect(try site.names == []) }
        }
    }

    @Test(arguments: Variant.allCases) func wrongChecksumLeavesNothing(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let other = TestContent(seed: 8, length: 1).sha256
            let plan = try site.plan(server.url("/x"), sha256: other)
            let outcome = await AnyDownload(variant, plan, attempts: 3).run()
            let error = try expectReason(outcome) {
                $0 == .wrongChecksum(expected: other, received: content.sha256)
            }
            #expect(error.partial == nil && !error.isRetryable)
            #expect(try site.names == [])
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: Variant.allCases) func slowBytesAreNoStall(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            let content = TestContent(seed: 9, length: 5)
            let steps = (0..<5).map { Milestone.received($0 + 1) }
            // Each byte comes when the one before has, and nearly the whole time for one is over.
            server.script(
                [
                    .head(200, [("Content-Length", "5")]),
                    .oneByOne(content.bytes) { index in
                        guard index > 0 else { return }
                        await steps[index - 1].wait()
                        site.clock.advance(by: Site.idle - .seconds(1))
                    },
                ], at: "/x")
            let plan = try site.plan(server.url("/x")) { progress in
                for step in steps { step.handler(progress) }
            }
            let file = try await AnyDownload(variant, plan).run().get()
            #expect(file.length == 5)
            #expect(try site.bytes("x") == content.bytes)
        }
    }

    @Test(arguments: Variant.allCases) func unknownCompressionIsAnError(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            server.script(
                [
                    .head(200, [("Content-Length", "3"), ("Content-Encoding", "zap")]), .bytes([1, 2, 3]),
                    .close,
                ],
                at: "/x")
            let outcome = await AnyDownload(variant, try site.plan(server.url("/x"))).run()
            let error = try expectReason(outcome) { reason in
                if case .invalidResponse = reason { true } else { false }
            }
            #expect(error.description.contains("zap"))
            #expect(try site.names == [])
        }
    }

    @Test(arguments: Variant.allCases) func whatIsNoResponseIsAnError(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            server.script([.bytes(Array("SSH-2.0-server\r\n\r\n".utf8)), .close], at: "/x")
            let outcome = await AnyDownload(variant, try site.plan(server.url("/x"))).run()
            _ = try expectReason(outcome) { reason in
                switch reason {
                case .invalidResponse, .connectionLost: true
                default: false
                }
            }
            #expect(try site.names == [])
        }
    }
}
