import ChildProcesses
import Foundation
import QueueBenchmarking
import Reporting
import Testing

@Suite struct BenchTests {
    /// The smallest run that there is: its files can be read back as those of every other benchmark.
    @Test func benchmarkWritesTheFilesOfAllOthers() async throws {
        let scratch = try Scratch()
        let folder = scratch.path + "/run"
        let result = try await Program.run("bench", "--profile", "smoke", "--output", folder, "--seed", "7")
        #expect(result.end == .exited(0), "\(result.standardError)")
        let run = try RunFolder(reading: folder)
        #expect(run.manifest.state == .finished && run.manifest.failedChecks == 0)
        #expect(run.manifest.subjects.map(\.queue) == ["lock", "actor", "foundation", "task-group"])
        #expect(run.manifest.runs == run.manifest.plannedRuns)
        let scenarios = Set(run.measurements.map(\.benchmarkCase.scenario))
        #expect(scenarios == ["download-small", "download-large"])
        let metrics = Set(run.measurements.filter { $0.value != nil }.map(\.metric))
        #expect(
            metrics.isSuperset(of: [
                .resultCheck, .wallTime, .processCPUTime, .latencyP50, .peakResidentBytes,
            ]))
        // A task group has tasks alone.
        let designs = run.measurements.filter { $0.subject.queue == "task-group" }
            .compactMap { $0.benchmarkCase.parameters["design"] }
        #expect(Set(designs) == [3])
        #expect(result.value.contains("files/s") && result.value.contains("task-group"))
    }

    @Test func stressLeavesNothing() async throws {
        let result = try await Program.run("stress", "--count", "150")
        print(result.value)
        #expect(result.end == .exited(0), "\(result.value)")
        #expect(result.value.contains("no problems"))
    }
}
