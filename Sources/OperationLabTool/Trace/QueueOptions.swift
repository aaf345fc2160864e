internal import ArgumentParser
internal import QueueBenchmarking

/// The one queue of a command that runs it in this process.
struct QueueOptions: ParsableArguments {
    @Option(
        help: .init(
            "The queue to run.", discussion: "Default: the first that can be measured.", valueName: "NAME")
    )
    var queue: String?

    @Option(
        help: .init(
            "The scheduling strategy of lock or actor.", discussion: "Default: the standard one.",
            valueName: "NAME"))
    var queueStrategy: String?

    /// The queue that the command line names.
    func subject() throws -> any BenchmarkSubject { try Self.subject(queue, strategy: queueStrategy) }

    /// The queue that a command line names.
    ///
    /// - Parameters:
    ///   - name: Its name; nil for the first that can be measured.
    ///   - strategy: Its strategy; nil for the standard one.
    /// - Throws: `UsageError`, or `UnknownName`.
    static func subject(_ name: String?, strategy: String?) throws -> any BenchmarkSubject {
        let named = try BenchSelection.subjects(
            name.map { [$0] } ?? [], strategies: strategy.map { [$0] } ?? [])
        guard let first = named.first else {
            throw UsageError("\(toolName) has no queue that can be measured")
        }
        if name != nil, named.count > 1 { throw UsageError("--queue takes one name here") }
        if strategy != nil, first.id.strategy.isEmpty {
            throw UsageError("'\(first.id)' has no scheduling strategies; only lock and actor have")
        }
        return first
    }
}
