internal import ArgumentParser
private import ConcurrencyPrimitives
internal import QueueBenchmarking
internal import RegressionGate
private import Reporting

/// The settings of a gate on the command line, which override those of a file.
struct GateChoice: ParsableArguments {
    @Option(
        help: .init(
            "A file of settings.",
            discussion: "The article \"Gating your queue in CI\" describes it.",
            valueName: "FILE"))
    var config: String?

    @Option(
        help: .init(
            "The queues to compare.",
            discussion: "Default: those that the base's program names, otherwise all its queues.",
            valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "A scenario to compare them at, or a scenario with some parameters after a space.",
            discussion:
                "Can be repeated: --scenario 'empty limit=1' --scenario chain. Default: those of --config, otherwise "
                + "\(defaults.cases.map { "'\($0)'" }.joined(separator: ", ")).",
            valueName: "CASE"))
    var scenario: [String] = []

    private static let defaults = GateSettings()

    @Option(
        help: .init(
            "The most blocks of a comparison, each with new processes.",
            discussion: "Default: that of --config, otherwise \(defaults.blocks).", valueName: "N"))
    var blocks: Int?

    @Option(
        help: .init(
            "The most seconds to measure times for.",
            discussion: "Default: that of --config, otherwise \(Int(defaults.seconds)).", valueName: "S"))
    var seconds: Double?

    @Option(
        help: .init(
            "The time limit in seconds; comparisons without a result by then are inconclusive.",
            discussion:
                "Default: \(Int(defaultWithin)); no limit if --config, --seconds or --blocks is given.",
            valueName: "S"))
    var within: Double?

    private static let defaultWithin = 300.0

    @Option(
        help: .init(
            "The seconds without a reply after which a worker is killed.", discussion: "Default: 20.",
            valueName: "S"))
    var answer: Double?

    @Option(
        help: .init("The seed for the order of the runs.", discussion: "Default: a new one.", valueName: "N"))
    var seed: UInt64?

    /// - Throws: ``UsageError``, with the position if the error is in a file.
    func settings() throws -> GateSettings {
        let processors = ProcessorCount.available
        var settings =
            try config.map { file in
                try UsageError.onFileError { try GateFile.read(file, processors: processors) }
            } ?? GateSettings()
        if !queue.isEmpty { settings.queues = try CommaList.names("queue", queue) }
        if !scenario.isEmpty { settings.cases = try scenario.map { try Self.known($0, processors) } }
        if let blocks {
            if !GateFile.blockCounts.contains(blocks) {
                throw UsageError(
                    "--blocks is \(blocks), and must be from 1 through \(GateFile.blockCounts.upperBound)")
            }
            settings.blocks = blocks
            settings.interimAnalyses = min(settings.interimAnalyses, blocks)
        }
        for (option, value) in [("seconds", seconds), ("within", within), ("answer", answer)] {
            guard let value, !(value > 0 && value <= GateFile.mostSeconds) else { continue }
            throw UsageError(
                "--\(option) is \(value), and must be above 0 and at most \(Int(GateFile.mostSeconds))")
        }
        if let seconds { settings.seconds = seconds }
        settings.within = within
        if within == nil, config == nil, seconds == nil, blocks == nil {
            settings.within = Self.defaultWithin
        }
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
