private import ConcurrencyPrimitives
internal import QueueBenchmarking
private import Reporting
private import TextFormats

/// What `oplab why` explains of a run that was measured before: the greatest difference, of those that are named.
struct WhyChoice {
    let difference: GreatestDifference
    let chosenCase: ChosenCase
    private let path: String

    /// The queues that are named; nil for any.
    struct Queues {
        let queue: String?
        let strategy: String?
        let other: String?
        let otherStrategy: String?
    }

    /// - Parameters:
    ///   - path: The folder of the run.
    ///   - scenario: The cases, as `--scenario` names them; nil for all.
    /// - Throws: ``UsageError`` or `UnknownName` if the run doesn't have what is named, or can't be read;
    ///   ``ExitStatus/inconclusive``, having said so, if it decides no difference of these.
    init(_ path: String, _ queues: Queues, scenario: String?) throws {
        let folder = try UsageError.onFileError { try RunFolder(reading: path) }
        let summary = folder.summary()
        let cases = try scenario.map { try RunCases.cases($0, folder.manifest.cases) }
        for name in [queues.queue, queues.other].compactMap(\.self)
        where !summary.subjects.contains(where: { $0.queue == name }) {
            throw UnknownName("queue", name, among: Set(summary.subjects.map(\.queue)).sorted())
        }
        // By the name that the run has: a scenario may have another one now.
        var known: [BenchmarkCase: ChosenCase] = [:]
        for one in folder.manifest.cases where cases?.contains(one) ?? true {
            do { known[one] = try Self.known(one, path) } catch {
                Terminal.error(
                    "\(toolName): left out, since it can't be measured anew: \(one.scenario): \(error)\n")
            }
        }
        func isNamed(_ subject: SubjectID, _ queue: String?, _ strategy: String?) -> Bool {
            (queue ?? subject.queue) == subject.queue && (strategy ?? subject.strategy) == subject.strategy
        }
        let difference = GreatestDifference(in: summary) { subject, other, one in
            isNamed(subject, queues.queue, queues.strategy)
                && isNamed(other, queues.other, queues.otherStrategy)
                && known[one] != nil
        }
        guard let difference, let chosenCase = known[difference.benchmarkCase] else {
            Terminal.error(
                "\(toolName): \(path) decides no such difference: its rounds are too few, or no queue takes more processor time\n"
            )
            throw ExitStatus.inconclusive
        }
        (self.difference, self.chosenCase, self.path) = (difference, chosenCase, path)
    }

    /// A case to measure anew: of a scenario, or of a workload whose copy the folder has.
    private static func known(_ benchmarkCase: BenchmarkCase, _ folder: String) throws -> ChosenCase {
        if let scenario = Scenarios.scenario(benchmarkCase) { return ChosenCase(scenario) }
        let copy = WorkloadCopies.path(of: benchmarkCase.scenario, in: folder)
        let chosen = try ChosenCase(workload: copy, processors: ProcessorCount.available)
        guard chosen.benchmarkCase == benchmarkCase else {
            throw UsageError("\(copy) describes another case, or does so on this machine")
        }
        return chosen
    }

    /// What the run says, which is measured anew.
    var sentence: String {
        "In \(path) \(difference.subject) takes \(difference.ratio.ratioText) times the processor time of \(difference.other) at "
            + "\(difference.benchmarkCase), the greatest difference there. Measured anew:\n"
    }
}
