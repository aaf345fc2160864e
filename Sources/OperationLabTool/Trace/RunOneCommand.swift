internal import ArgumentParser
private import ConcurrencyPrimitives
private import QueueBenchmarking
private import TextFormats

/// `oplab run-one`: runs a queue at a case again and again, for a profiler.
struct RunOneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run-one", abstract: "Runs a queue at one case again and again, for a profiler.",
        discussion: """
            All in this process, without other processes, warm-ups or tables, so that perf, heaptrack or valgrind see the queue. \
            Each run checks its result. Build for release.

            Examples:
              \(toolName) run-one --queue lock --scenario 'empty limit=2;producers=1' --seconds 10
              perf record -g \(toolName) run-one --queue actor --scenario chain
              \(toolName) run-one --queue lock --workload thumbnails.json

            \(ExitStatus.discussion)
            """)

    @OptionGroup var named: QueueOptions

    @OptionGroup var chosen: CaseOptions

    @Option(help: .init("How long to run. The last run ends later.", valueName: "SECONDS"))
    var seconds = 5.0

    func validate() throws {
        guard seconds > 0, seconds <= 86_400 else {
            throw ValidationError("--seconds is \(seconds), and must be above 0 and at most 86400.")
        }
    }

    func run() async throws {
        let subject = try named.subject()
        let scenario = try chosen.chosenCase().scenario
        let benchmarkCase = BenchmarkCase(scenario)
        let server = RunServer(subject, at: scenario)
        let request = RunRequest(
            subject: subject.id, benchmarkCase: benchmarkCase, purpose: .time, seed: chosen.seed)
        let end = MonotonicClock.now + UInt64(seconds * 1e9)
        var runs = 0
        try await CaseOptions.refusing {
            repeat {
                _ = try TracedRuns.checked(try await server.run(request))
                runs += 1
            } while MonotonicClock.now < end
        }
        Terminal.output("\(Decimals.grouped(runs)) runs of \(subject.id) at \(benchmarkCase), all checked\n")
    }
}
