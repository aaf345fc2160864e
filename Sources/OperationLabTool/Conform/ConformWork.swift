internal import QueueConformance
private import Reporting
private import TextFormats

/// What a command line of `oplab conform` asks for.
struct ConformWork: ShardableWork {
    let queues: [ConformanceRunner.JudgedQueue]
    let rules: [Rule]
    let expectations: Expectations
    /// The program that holds the queues; nil for this one.
    let worker: String?
    /// What the result depends on, for the parts of a run.
    let plan: @Sendable () throws -> [String: String]

    /// - Parameter expected: The text of the file of expectations, if it was read before.
    init(_ command: ConformCommand, expecting expected: String? = nil) async throws {
        let worker = try await command.program.asyncMap(WorkerProgram.init)
        let queues =
            try worker?.judged(command.queue)
            ?? QueueNames.variants(
                of: QueueNames.subjects(command.queue), strategies: command.queueStrategy
            ).map { .init($0) }
        rules = try RulePatterns.rules(command.rule, among: RuleBook.all)
        let (text, expectations) = try ExpectationsFile.read(
            command.expect, or: expected, judged: queues.map(\.name), by: worker)
        self.expectations = expectations
        self.queues = queues
        self.worker = worker?.path
        plan = { [rules, worker = self.worker] in
            [
                "queues": queues.map(\.name).joined(separator: ","),
                "rules": rules.map { "\($0.id)" }.joined(separator: ","),
                "version of the rules": RuleBook.version, Self.expectationsName: text,
                "worker": try worker.map(ShardManifest.digest) ?? "",
            ]
        }
    }

    static let expectationsName = "expectations"
}

extension ConformCommand: ShardableCommand {
    static let pathOptions = ["--program", "--expect"]

    func work(merging plan: [String: String]? = nil) async throws -> ConformWork {
        try await ConformWork(self, expecting: plan?[ConformWork.expectationsName])
    }

    /// The files of this command, and those of others that may be in the folder.
    func files(of work: ConformWork) -> [String] {
        [
            ConformanceCSV.fileName, "conformance.json", "conformance.html", "measurements.csv",
            "manifest.json",
        ] + work.queues.map { ConformanceBadge.fileName($0.name) }
    }

    func result(of work: ConformWork, part: Shard) async throws -> [RuleResult] {
        try await judge(work, part)
    }

    static func isDamaged(_ results: [RuleResult]) -> Bool {
        results.contains { if case .harnessError = $0.verdict { true } else { false } }
    }

    func merged(_ parts: [[RuleResult]], of work: ConformWork) throws -> [RuleResult] {
        let pairs = work.rules.flatMap { rule in work.queues.map { (rule: rule.id, queue: $0.name) } }
        return try pairs.enumerated().map { index, pair in
            let (part, place) = (index % parts.count, index / parts.count)
            guard place < parts[part].count, case let result = parts[part][place], result.rule == pair.rule,
                result.queue == pair.queue
            else {
                throw UsageError(
                    "part \(part + 1)/\(parts.count) has no result for \(pair.rule) on \(pair.queue)")
            }
            return result
        }
    }

    func finish(
        _ results: [RuleResult], of work: ConformWork, in folder: OutputFolder?, isPart: Bool
    ) throws {
        if let folder {
            let csv = try ConformanceCSV(creating: folder.file(ConformanceCSV.fileName))
            for result in results {
                try csv.append(.init(result, expectations: work.expectations, command: command))
            }
        }
        try finish(results, of: work, in: folder)
    }
}
