internal import QueueConformance
private import Reporting
private import TextFormats

/// What a command line of `oplab conform` asks for.
struct ConformWork: Sendable {
    let queues: [ConformanceRunner.JudgedQueue]
    let rules: [Rule]
    let expectations: Expectations
    /// The program that holds the queues; nil for this one.
    let worker: String?
    /// What the result depends on, for the parts of a run.
    let plan: [String: String]

    /// - Parameter expected: The text of the file of expectations, if it was read before.
    init(_ command: ConformCommand, expecting expected: String? = nil) async throws {
        let worker: WorkerQueues? =
            if let program = command.program {
                try await WorkerQueues(program: program, command.queue)
            } else {
                nil
            }
        queues =
            try worker?.queues
            ?? QueueNames.variants(
                of: QueueNames.subjects(command.queue), strategies: command.queueStrategy
            ).map { .init($0) }
        rules = try RulePatterns.rules(command.rule, among: RuleBook.all)
        let text = try expected ?? command.expect.map(ExpectationsFile.text) ?? ""
        expectations = try command.expect.map { try ExpectationsFile.read(text, of: $0) } ?? .none
        self.worker = worker?.path
        plan = [
            "queues": queues.map(\.name).joined(separator: ","),
            "rules": rules.map { "\($0.id)" }.joined(separator: ","),
            "version of the rules": RuleBook.version, Self.expectationsName: text,
            "worker": try worker.map { try ShardManifest.digest(ofProgram: $0.path) } ?? "",
        ]
    }

    static let expectationsName = "expectations"
}

extension ConformCommand: ShardableCommand {
    /// Judges a part of the pairs of rule and queue.
    func run(_ part: ShardEnvironment.Finding, _ work: ConformWork) async throws {
        let folder = try OutputFolder(preparing: output ?? "", without: Self.files)
        var record = try ShardRecord(ShardManifest(Self.self, part, plan: work.plan), in: folder)
        let results = try await judge(work, part.shard)
        try record.end(results, isComplete: !Interruption.shared.isRequested)
        try finish(results, of: work, in: nil)
    }

    func finish(_ parts: ShardSet) async throws {
        let work = try await ConformWork(self, expecting: parts.manifest.plan[ConformWork.expectationsName])
        try parts.checkPlan(work.plan)
        let results = try parts.interleaved(of: work.rules.count * work.queues.count) as [RuleResult]
        let folder = try outputFolder(for: work)
        if let folder {
            let csv = try ConformanceCSV(creating: folder.file(ConformanceCSV.fileName))
            for result in results {
                try csv.append(.init(result, expectations: work.expectations, command: command))
            }
        }
        try finish(results, of: work, in: folder)
    }
}
