internal import ArgumentParser

/// What a command line asks for, as far as its result depends on it.
protocol ShardableWork: Sendable {
    /// By name. Equal in all parts of a run. Reads whole programs, so it is asked for only where a run is divided or merged.
    var plan: @Sendable () throws -> [String: String] { get }
}

/// A command whose work can be divided, and whose parts can be merged.
protocol ShardableCommand: AsyncParsableCommand {
    associatedtype Work: ShardableWork
    associatedtype Result: Codable & Sendable

    /// The options whose values are paths.
    static var pathOptions: [String] { get }
    var output: String? { get set }
    var sharding: ShardOptions { get set }

    /// - Parameter plan: That of parts that are to be merged. What they have read from files is taken from it.
    /// - Throws: ``UsageError`` and `UnknownName` for what the command line has wrong.
    func work(merging plan: [String: String]?) async throws -> Work

    /// The files that the command writes for the whole.
    func files(of work: Work) -> [String]

    /// Does a part of the work.
    func result(of work: Work, part: Shard) async throws -> Result

    /// Whether something was lost for a reason that isn't the queue's: the part has to run again.
    static func isDamaged(_ result: Result) -> Bool

    /// The result of the whole.
    ///
    /// - Parameter parts: Those of all parts, in their order.
    /// - Throws: ``UsageError`` if they have other results than the plan says.
    func merged(_ parts: [Result], of work: Work) throws -> Result

    /// Prints a result, writes it to a folder, and throws the exit status.
    func finish(_ result: Result, of work: Work, in folder: OutputFolder?, isPart: Bool) throws
}

extension ShardableCommand {
    /// The folder that `--output` names, without an earlier run.
    func outputFolder(for work: Work) throws -> OutputFolder? {
        try output.map { try OutputFolder(preparing: $0, without: files(of: work) + ShardRecord.fileNames) }
    }

    /// Runs a part, and writes it to a folder of its own.
    func run(_ part: ShardEnvironment.Finding, of work: Work) async throws {
        guard let folder = try outputFolder(for: work) else { throw UsageError("--shard needs --output") }
        var record = try ShardRecord(ShardManifest(Self.self, part, plan: work.plan()), in: folder)
        let result = try await result(of: work, part: part.shard)
        try record.end(
            result,
            Interruption.shared.isRequested ? .interrupted : Self.isDamaged(result) ? .damaged : .finished)
        try finish(result, of: work, in: nil, isPart: true)
    }

    /// Prints and writes what the whole run would have, from its parts.
    func merge(_ parts: ShardSet) async throws {
        let work = try await work(merging: parts.manifest.plan)
        try parts.check(work.plan())
        let result = try merged(parts.results(), of: work)
        try finish(result, of: work, in: outputFolder(for: work), isPart: false)
    }
}
