import ChildProcesses
import ConcurrencyPrimitives
import Foundation
import LinuxPlatform
import QueueBenchmarking
import QueueConformance
import Testing

/// `oplab measure` as whoever starts it sees it.
@Suite struct MeasureTests {
    /// All threads, also those that the queue made before it was asked.
    @Test(.enabled(if: ProcessorCount.available > 1, "there is but one to be had"))
    func runForCountingWorkUsesOneProcessor() async throws {
        #expect(try await processors(after: [.time]).contains { $0 > 1 })
        #expect(try await processors(after: [.time, .work]) == [1])
    }

    @Test(arguments: [RunPurpose.trace, .boundTrace])
    func tracedRunSaysWhereTheTimeWent(purpose: RunPurpose) async throws {
        var reply: RunReply?
        let end = try await MeasureLauncher(executable: Oplab.path).withProcess(purpose) { connection in
            #expect(connection.handshake.traces == true)
            let subject = try #require(connection.handshake.subjects.first { $0.queue == "lock" })
            reply = try await connection.run(
                RunRequest(
                    subject: subject, benchmarkCase: BenchmarkCase(EmptyScenario(limit: 2, operations: 200)),
                    purpose: purpose, seed: 1))
        }
        #expect(end == nil)
        let trace = try #require(reply?.trace)
        #expect(trace.notesItself)
        #expect(trace.dropped == 0)
        #expect((trace.counts[.visits] ?? 0) > 0)
        #expect((trace.parts[.body] ?? 0) > 0)
        #expect((trace.typical[.adding] ?? 0) > 0)
    }

    /// How many processors each thread of a worker may use, once it has made a run of each purpose.
    private func processors(after purposes: [RunPurpose]) async throws -> Set<Int> {
        let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 2, operations: 200))
        let result = try await ChildProgram(Oplab.path, ["measure"]).run { child in
            let handshake = try JSONDecoder().decode(
                WorkerHandshake.self, from: Data(try #require(try await child.nextLine())))
            let subject = try #require(handshake.subjects.first { $0.queue == "lock" })
            for purpose in purposes {
                let request = RunRequest(
                    subject: subject, benchmarkCase: benchmarkCase, purpose: purpose, seed: 1)
                #expect(try await child.write([UInt8](JSONEncoder().encode(request) + Data("\n".utf8))))
                let reply = try #require(try await child.nextLine())
                let outcome = try JSONDecoder().decode(RunReply.self, from: Data(reply)).outcome
                if case .failed(let reason) = outcome { Issue.record("\(purpose): \(reason)") }
            }
            let counts = try Self.allowed(of: child.handle.process)
            try await child.finishInput()
            try await child.readToEnd()
            return counts
        }
        #expect(result.end == .exited(0))
        return Set(result.value)
    }

    /// Of each thread of a process.
    private static func allowed(of process: Int) throws -> [Int] {
        try #require(ThreadList.threads(ofProcess: process)).compactMap { thread in
            // One that has ended meanwhile has none.
            guard let status = KernelFile.thread(Int(thread), ofProcess: process, "status").text else {
                return nil
            }
            let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
            let mask = try #require(line).dropFirst("Cpus_allowed:".count).filter(\.isHexDigit)
            return mask.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
        }
    }
}
