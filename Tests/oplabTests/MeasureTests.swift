import ConcurrencyPrimitives
import Foundation
import QueueBenchmarking
import QueueConformance
import Subprocess
import SystemPackage
import Testing

/// `oplab measure` as whoever starts it sees it.
@Suite struct MeasureTests {
    #if os(Linux)
    /// All threads, also those that the queue made before it was asked.
    @Test(.enabled(if: ProcessorCount.available > 1, "there is but one to be had"))
    func whatIsMadeForWorkHasOneProcessor() async throws {
        #expect(try await processors(after: [.time]).contains { $0 > 1 })
        #expect(try await processors(after: [.time, .work]) == [1])
    }

    /// How many processors each thread of a worker may use, once it has made a run of each purpose.
    private func processors(after purposes: [RunPurpose]) async throws -> Set<Int> {
        let measured = BenchmarkCase(EmptyScenario(limit: 2, operations: 200))
        let result = try await Subprocess.run(
            .path(FilePath(Oplab.path)), arguments: ["measure"], input: .inputWriter, output: .sequence,
            error: .currentStandardError
        ) { execution in
            var replies = execution.standardOutput.strings().makeAsyncIterator()
            let greeting = try JSONDecoder().decode(
                WorkerGreeting.self, from: Data(try #require(try await replies.next()).utf8))
            let arm = try #require(greeting.arms.first { $0.queue == "lock" })
            for purpose in purposes {
                let request = RunRequest(arm: arm, measured: measured, purpose: purpose, seed: 1)
                let line = try JSONEncoder().encode(request) + Data("\n".utf8)
                _ = try await execution.standardInputWriter.write([UInt8](line))
                let reply = try #require(try await replies.next())
                let outcome = try JSONDecoder().decode(RunReply.self, from: Data(reply.utf8)).outcome
                if case .failed(let reason) = outcome { Issue.record("\(purpose): \(reason)") }
            }
            let counts = try Self.allowed(of: "\(execution.processIdentifier)")
            try await execution.standardInputWriter.finish()
            return counts
        }
        #expect(result.terminationStatus == .exited(0))
        return Set(result.closureResult)
    }

    /// Of each thread of a process.
    private static func allowed(of process: String) throws -> [Int] {
        let tasks = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { thread in
            // One that has ended meanwhile has none.
            guard let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
            else { return nil }
            let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
            let mask = try #require(line).dropFirst("Cpus_allowed:".count).filter(\.isHexDigit)
            return mask.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
        }
    }
    #endif
}
