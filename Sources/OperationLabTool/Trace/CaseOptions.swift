internal import ArgumentParser
private import ConcurrencyPrimitives
internal import QueueBenchmarking
private import TextFormats

/// The one case, and the seed, of a command that runs a queue in this process.
struct CaseOptions: ParsableArguments {
    @Option(
        help: .init(
            "The case: a scenario, with some parameters after a space. Of several, the first.",
            valueName: "CASE"))
    var scenario = "empty limit=2;producers=1"

    @Option(
        help: .init(
            "The profile whose cases are meant: quick, standard or full.",
            discussion: "Default: quick; if that has none of the scenario, the first that has."))
    var profile: MeasuringOptions.Profile?

    @Option(help: .init("The seed of what is random in a run.", valueName: "N"))
    var seed: UInt64 = 1

    /// - Throws: `UsageError` if there is no such case.
    func chosenCase() throws -> any Scenario {
        let processors = ProcessorCount.available
        let name = scenario.split(separator: " ").first.map(String.init) ?? scenario
        let profile =
            profile?.value
            ?? Scenarios.named(name).flatMap { Scenarios.profiles(of: $0, processors: processors).first }
            ?? .quick
        // A comma separates cases elsewhere; here it is part of no case.
        return try BenchSelection.cases([scenario], profile, processors: processors)[0]
    }

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

    /// Calls `body`; prints a refusal and ends with the status that goes with it.
    static func refusing(_ body: () async throws -> Void) async throws {
        do { try await body() } catch let refusal as TracedRuns.Refusal {
            switch refusal {
            case .failed:
                Terminal.error("\(toolName): \(refusal)\n")
                throw ExitStatus.broken
            case .skipped, .noMeasuredPart: throw UsageError("\(refusal)")
            }
        }
    }
}
