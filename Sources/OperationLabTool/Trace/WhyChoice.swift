internal import QueueBenchmarking
private import Reporting
private import TextFormats

/// What `oplab why` explains of a run that was measured before: the greatest difference, of those that are named.
struct WhyChoice {
    let difference: GreatestDifference
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
        func isNamed(_ subject: SubjectID, _ queue: String?, _ strategy: String?) -> Bool {
            (queue ?? subject.queue) == subject.queue && (strategy ?? subject.strategy) == subject.strategy
        }
        let difference = GreatestDifference(in: summary) { subject, other, one in
            isNamed(subject, queues.queue, queues.strategy)
                && isNamed(other, queues.other, queues.otherStrategy)
                && cases?.contains(one) ?? true
                // A workload is in a file, which may be elsewhere.
                && Scenarios.scenario(one) != nil
        }
        guard let difference else {
            Terminal.error(
                "\(toolName): \(path) decides no such difference: its rounds are too few, or no queue takes more processor time\n"
            )
            throw ExitStatus.inconclusive
        }
        self.difference = difference
        self.path = path
    }

    /// What the run says, which is measured anew.
    var sentence: String {
        "In \(path) \(difference.subject) takes \(difference.ratio.ratioText) times the processor time of \(difference.other) at "
            + "\(difference.benchmarkCase), the greatest difference there. Measured anew:\n"
    }
}
