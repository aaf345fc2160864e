import ChildProcesses
import ConcurrencyPrimitives
import DownloadOperations
import Foundation
import LinuxPlatform
import LoopbackServer
import RandomNumbers
import Testing

@testable import downloads

/// A process that is killed leaves no half file under a final name.
@Suite struct KillTests {
    private static let kills = 100

    /// Kills the process that runs once so many bytes were sent.
    private final class Trigger: Sendable {
        private struct State: Sendable {
            var child: RunningChild.Handle?
            var threshold = Int.max
        }

        private let state = Mutex(State())

        func arm(_ child: RunningChild.Handle, at threshold: Int) {
            state.withLock { $0 = State(child: child, threshold: threshold) }
        }

        func sent(_ count: Int) {
            state.withLock { state in
                guard count >= state.threshold, let child = state.child else { return }
                child.kill()
                state = State()
            }
        }
    }

    @Test func killedProcessLeavesNoHalfFileUnderAFinalName() async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        print("KillTests: seed \(seed)")
        var random = Xoshiro256(seed: seed)
        let trigger = Trigger()
        let counter = Counter()
        let server = try await LoopbackServer.start { count in
            counter.count.store(UInt64(count))
            trigger.sent(count)
        }
        // Some are small, and some large enough to be resumed after a kill.
        let contents = [1_000, 60_000, 60_000, 300_000, 1_500_000, 2_500_000].enumerated().map {
            TestContent(seed: UInt64($0.offset), length: $0.element)
        }
        for (index, content) in contents.enumerated() {
            server.serve(ServedFile(content), at: "/\(index).bin")
        }
        let total = contents.reduce(0) { $0 + $1.length }
        let urls = contents.indices.map { server.url("/\($0).bin") }
        var (killed, runs) = (0, 0)
        while killed < Self.kills {
            let scratch = try Scratch()
            // Each folder sees some kills, and then the end.
            for _ in 0..<Int.random(in: 1...8, using: &random) where killed < Self.kills {
                let queue = QueueName.allCases.randomElement(using: &random)!
                let design = DownloadDesign.allCases.randomElement(using: &random)!
                let threshold = Int(counter.count.load()) + Int.random(in: 0...total, using: &random)
                let child = try Program.child(
                    ["fetch"] + urls + [
                        "--into", scratch.path, "--queue", queue.rawValue, "--design", design.rawValue,
                    ])
                let result = try await child.run { child in
                    trigger.arm(child.handle, at: threshold)
                    try await child.readToEnd()
                }
                runs += 1
                if result.end == .signalled(SIGKILL) { killed += 1 }
                try expectNoHalfFile(scratch, contents, "seed \(seed), run \(runs)")
            }
            try await expectTheEnd(scratch, urls, contents)
        }
        print("KillTests: \(killed) kills in \(runs) runs")
        #expect(server.requests.contains { $0.fields["range"] != nil }, "none was resumed: seed \(seed)")
        await server.stop()
    }

    private final class Counter: Sendable {
        let count = Atomic<UInt64>(0)
    }

    /// Every file is whole, or named as a partial one.
    private func expectNoHalfFile(_ scratch: Scratch, _ contents: [TestContent], _ what: String) throws {
        for name in try scratch.names where !name.contains(".partial") {
            let index = try #require(Int(name.prefix(1)), "\(name)")
            #expect(try scratch.bytes(name) == contents[index].bytes, "\(name), \(what)")
        }
    }

    /// What was killed goes on, and comes to its end.
    private func expectTheEnd(_ scratch: Scratch, _ urls: [String], _ contents: [TestContent]) async throws {
        let checked = zip(urls, contents).map { "\($0)#sha256=\($1.sha256)" }
        let result = try await Program.run(["fetch"] + checked + ["--into", scratch.path])
        #expect(result.end == .exited(0), "\(result.standardError)")
        #expect(try scratch.names.allSatisfy { !$0.contains(".partial") })
    }
}
