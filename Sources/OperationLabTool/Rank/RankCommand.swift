internal import ArgumentParser
internal import QueueBenchmarking
private import Reporting
private import TextFormats

/// `oplab rank`: ranks queues, or the strategies of a queue.
struct RankCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    static let configuration = CommandConfiguration(
        commandName: "rank", abstract: "Ranks queues or strategies, and recommends one.",
        discussion: """
            Compares queues by throughput, 99th percentile of the latency, processor time and allocated memory, in pairs of \
            runs of the same round. Shows which are on the Pareto front, which can't be told apart, which one to take, and what \
            would change that. Reads the results of '\(toolName) bench' in RUN, or measures now, with enough rounds to tell \
            the queues apart, and writes results as 'bench' does.

            Only queues that were measured at every case are ranked; with --queue only the cases at which all of those were \
            measured. Latencies are compared where a workload or scenario has them, and memory if allocations are counted \
            (a build with --traits Jemalloc).

            Examples:
              \(toolName) rank results/mine --queue lock,actor,foundation
              \(toolName) rank results/mine --scenario compute
              \(toolName) rank --workload thumbnails.json --queue lock,actor,foundation
              \(toolName) rank --scenario 'compute microseconds=10' --queue lock --queue-strategy all

            Exit status: 0 there is a recommendation; 1 a queue failed its check, and isn't ranked; 2 the harness failed; 3 \
            there is none: too few rounds, or fewer than two queues; 64 bad usage, which includes a RUN that can't be read; \
            130 interrupted, which ranks what was measured by then. If several apply, the first of 130, 64, 2, 1, 3 counts.
            """)

    @Argument(help: .init("A folder written by '\(toolName) bench'. Default: measure now.", valueName: "RUN"))
    var run: String?

    @OptionGroup var options: MeasuringOptions

    @Option(help: "The output format: text or json.")
    var format = Format.text

    func validate() throws {
        let measuring: [(name: String, isGiven: Bool)] = [
            ("--workload", !options.workload.isEmpty), ("--rounds", options.rounds != nil),
            ("--output", options.output != nil), ("--seed", options.seed != nil),
            ("--program", options.program != nil),
        ]
        if run != nil, let option = measuring.first(where: \.isGiven) {
            throw ValidationError("\(option.name) is for measuring now, and RUN has been measured.")
        }
        if run == nil, options.workload.isEmpty, options.scenario.isEmpty {
            throw ValidationError("name a RUN, or what to measure now: --workload or --scenario.")
        }
    }

    func run() async throws {
        var statuses: [ExitStatus] = []
        let folder: RunFolder
        if let run {
            folder = try UsageError.onFileError { try RunFolder(reading: run) }
            try Task.checkCancellation()
        } else {
            let (path, status) = try await measured()
            statuses.append(status)
            folder = try RunFolder(reading: path)
        }
        let choice = try RankChoice(folder, options)
        let ranking = QueueRanking(choice.summary, choice.candidates)
        let text = RankingText(
            ranking, cases: folder.manifest.cases, doubts: RunDoubts.sentences(folder.manifest, of: "The run")
        )
        if run != nil { try Task.checkCancellation() }
        switch format {
        case .text: Terminal.output(text.plain(width: Terminal.width))
        case .json: Terminal.output(try RankingJSON(text).text)
        }
        if run == nil { Terminal.error("Results: \(folder.path)\n") }
        if ranking.excluded.contains(where: \.isWrong) { statuses.append(.broken) }
        if !ranking.isConclusive { statuses.append(.inconclusive) }
        let status = ExitStatus.worst(of: statuses)
        if status != .success { throw status }
    }

    /// Measures now. Returns the folder of the results.
    private func measured() async throws -> (path: String, ExitStatus) {
        let queues = try await options.queues().without(BenchmarkSummary.harness)
        let count = queues.subjects.count
        guard count > 1 else {
            throw UsageError("a ranking takes two queues or strategies, and --queue names \(count)")
        }
        let rounds =
            options.rounds ?? max(QueueRanking.goodRounds(queues: count), options.profile.value.rounds)
        let work = try await options.work(queues, options.profile.value.with(everyRound: rounds))
        try Self.checkQueues(work.runner)
        let session = try await options.session(work)
        return (session.path, try await session.run(isReported: false))
    }

    /// Two queues have to be measured somewhere.
    private static func checkQueues(_ runner: BenchmarkRunner) throws {
        let cases = runner.scenarios.count
        let impossible = runner.subjects.filter { subject in
            runner.skipped.count { $0.subject == subject } == cases
        }
        guard runner.subjects.count - impossible.count < 2 else { return }
        let reasons = impossible.compactMap { subject in
            runner.skipped.first { $0.subject == subject }.map {
                "\(subject) at \($0.benchmarkCase.scenario): \($0.reason)"
            }
        }
        throw UsageError(
            "a ranking takes two queues, and fewer can be measured there: " + reasons.joined(separator: "; "))
    }
}
