internal import ArgumentParser
private import ConcurrencyPrimitives
internal import QueueBenchmarking
private import TextFormats

/// The one case, and the seed, of a command that runs a queue in this process.
struct CaseOptions: ParsableArguments {
    @Option(
        help: .init(
            "The case: a scenario, with some parameters after a space. Of several, the first.",
            discussion: "Default: \(CaseOptions.standard).", valueName: "CASE"))
    var scenario: String?

    @Option(help: .init("The file of a workload of your own, in place of a scenario.", valueName: "FILE"))
    var workload: String?

    static let standard = "empty limit=2;producers=1"

    @Option(
        help: .init(
            "The profile whose cases are meant: quick, standard or full.",
            discussion: "Default: quick; if that has none of the scenario, the first that has."))
    var profile: MeasuringOptions.Profile?

    @Option(help: .init("The seed of what is random in a run.", valueName: "N"))
    var seed: UInt64 = 1

    func validate() throws {
        guard workload == nil || scenario == nil && profile == nil else {
            throw ValidationError("--workload is a case of its own, without --scenario and --profile.")
        }
    }

    /// - Throws: `UsageError` if there is no such case.
    func chosenCase() throws -> ChosenCase {
        let processors = ProcessorCount.available
        if let workload { return try ChosenCase(workload: workload, processors: processors) }
        let scenario = scenario ?? Self.standard
        let name = scenario.split(separator: " ").first.map(String.init) ?? scenario
        let profile =
            profile?.value
            ?? Scenarios.named(name).flatMap { Scenarios.profiles(of: $0, processors: processors).first }
            ?? .quick
        // A comma separates cases elsewhere; here it is part of no case.
        return ChosenCase(try BenchSelection.cases([scenario], profile, processors: processors)[0])
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
