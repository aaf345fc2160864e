internal import ArgumentParser
private import ConcurrencyPrimitives
internal import QueueBenchmarking
internal import RegressionGate
private import Reporting

/// What of a gate is chosen on the command line, over what a file says.
struct GateChoice: ParsableArguments {
    @Option(
        help: .init(
            "A file of settings.",
            discussion: "The article \"Gating your queue in CI\" says what may stand there.",
            valueName: "FILE"))
    var config: String?

    @Option(
        help: .init(
            "The queues to compare.",
            discussion: "Default: those that the base's program says, or else all of it.",
            valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "What to compare them at: a scenario, or some of its parameters behind a space.",
            discussion: "May be repeated, as in --scenario 'empty limit=1' --scenario chain.",
            valueName: "CASE"))
    var scenario: [String] = []

    @Option(help: .init("The most blocks of a comparison, each of fresh processes.", valueName: "N"))
    var blocks: Int?

    @Option(help: .init("For how many seconds times are measured at the most.", valueName: "S"))
    var seconds: Double?

    @Option(
        help: .init(
            "Ends within about so many seconds; what isn't compared by then is inconclusive.",
            discussion:
                "Default: \(Int(defaultWithin)), or as long as it takes where --config, --seconds or --blocks says "
                + "how much is measured.", valueName: "S"))
    var within: Double?

    private static let defaultWithin = 300.0

    @Option(
        help: .init(
            "After how many seconds without an answer a worker is killed.", discussion: "Default: 20.",
            valueName: "S"))
    var answer: Double?

    @Option(help: .init("Decides the order of the runs.", discussion: "Default: a new one.", valueName: "N"))
    var seed: UInt64?

    /// - Throws: ``UsageError`` with what is wrong, and where it stands if that is a file.
    func settings() throws -> GateSettings {
        let processors = ProcessorCount.available
        var settings =
            try config.map { file in
                try UsageError.onFileError { try GateFile.read(file, processors: processors) }
            } ?? GateSettings()
        if !queue.isEmpty { settings.queues = queue.flatMap(CommaList.items) }
        if !scenario.isEmpty { settings.cases = try scenario.map { try Self.known($0, processors) } }
        if let blocks {
            if !GateFile.blockCounts.contains(blocks) {
                throw UsageError(
                    "--blocks is \(blocks), and has to be from 1 through \(GateFile.blockCounts.upperBound)")
            }
            settings.blocks = blocks
            settings.looks = min(settings.looks, blocks)
        }
        if let seconds {
            if !(seconds > 0 && seconds <= GateFile.mostSeconds) {
                throw UsageError(
                    "--seconds is \(seconds), and has to be more than 0 and \(Int(GateFile.mostSeconds)) at most"
                )
            }
            settings.seconds = seconds
        }
        settings.within = within
        if within == nil, config == nil, seconds == nil, blocks == nil {
            settings.within = Self.defaultWithin
        }
        if let within, !(within > 0 && within <= GateFile.mostSeconds) {
            throw UsageError(
                "--within is \(within), and has to be more than 0 and \(Int(GateFile.mostSeconds)) at most")
        }
        if let answer, !(answer > 0) { throw UsageError("--answer is \(answer), and has to be more than 0") }
        settings.seed = seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        return settings
    }

    /// Starts workers of a program.
    func launcher(_ program: String, arguments: [String] = ["measure"]) -> MeasureLauncher {
        MeasureLauncher(executable: program, arguments: arguments, limit: .seconds(answer ?? 20))
    }

    private static func known(_ pattern: String, _ processors: Int) throws -> String {
        do throws(ScenarioPattern.Refusal) {
            _ = try GateCase.cases(matching: pattern, processors: processors)
            return pattern
        } catch {
            throw UsageError(error.description)
        }
    }
}
