internal import ArgumentParser
private import ConcurrencyPrimitives
internal import QueueBenchmarking
internal import Reporting

/// What a part of a run has measured.
struct BenchPart: Codable {
    let manifest: RunManifest
    /// All runs, in the order in which they were made.
    let runs: [BenchmarkRun]

    var status: ExitStatus {
        .worst(
            of: [manifest.state == .interrupted ? .interrupted : .success]
                + (runs.contains { $0.failure != nil } ? [.broken] : []))
    }
}

extension BenchCommand: ShardableCommand {
    static let pathOptions = ["--program", "--workload"]

    var output: String? {
        get { options.output }
        set { options.output = newValue }
    }

    func work(merging plan: [String: String]? = nil) async throws -> MeasuringWork {
        let profile = options.rounds.map { options.profile.value.with(rounds: $0) } ?? options.profile.value
        let processors = plan?[MeasuringWork.processorsName].flatMap(Int.init)
        return try await options.work(
            try await options.queues(), profile, processors: processors ?? ProcessorCount.available)
    }

    func files(of work: MeasuringWork) -> [String] { BenchmarkResults.fileNames }

    /// The folder of the part gets the same files as that of a whole run, too.
    func result(of work: MeasuringWork, part: Shard) async throws -> BenchPart {
        let scenarios = work.scenarios(of: part)
        let session = try await options.session(work, only: scenarios)
        var runs: [BenchmarkRun] = []
        _ = try await session.run(only: scenarios) { runs.append($0) }
        return BenchPart(manifest: session.manifest, runs: runs)
    }

    static func isDamaged(_ result: BenchPart) -> Bool { false }

    func merged(_ parts: [BenchPart], of work: MeasuringWork) throws -> BenchPart {
        for (index, part) in parts.enumerated() {
            let scenarios = work.scenarios(of: Shard(number: index + 1, count: parts.count))
            let strangers = Set(part.runs.map(\.benchmarkCase.scenario)).subtracting(scenarios).sorted()
            if let stranger = strangers.first {
                throw UsageError(
                    "part \(index + 1)/\(parts.count) has runs of \(stranger), which is another part's")
            }
        }
        let first = parts[0].manifest
        var manifest = RunManifest(
            commandLine: first.commandLine.prefix(1)
                + ShardArguments(Array(first.commandLine.dropFirst())).without(["--output", "--shard"]),
            seed: work.seed, profile: work.profile, runner: work.runner, machine: first.machine,
            toolchain: first.toolchain, commit: first.commit, allocator: first.allocator,
            unmeasured: parts.flatMap(\.manifest.unmeasured).reduce(into: []) { all, sentence in
                if !all.contains(sentence) { all.append(sentence) }
            })
        let manifests = parts.map(\.manifest)
        manifest.started = manifests.map(\.started).min() ?? first.started
        manifest.ended = manifests.compactMap(\.ended).max()
        if parts.count > 1 { manifest.machines = manifests.map(\.machine) }
        // As one machine would have made them. No two parts have runs of one process.
        let runs = parts.flatMap(\.runs).enumerated().sorted {
            ($0.element.process, $0.offset) < ($1.element.process, $1.offset)
        }
        return BenchPart(manifest: manifest, runs: runs.map(\.element))
    }

    func finish(
        _ result: BenchPart, of work: MeasuringWork, in folder: OutputFolder?, isPart: Bool
    ) throws {
        if !isPart {
            guard let folder else {
                throw UsageError("the parts of a benchmark are merged into a folder, which --output names")
            }
            try options.session(work, result.manifest, folder).write(result.runs)
        }
        if result.status != .success { throw result.status }
    }
}
