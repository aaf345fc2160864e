private import QueueConformance
public import QueueExperiments
private import TextFormats

/// Runs of experiments as one JSON object, with every stamp. Times are in nanoseconds since the trial began.
public enum ExperimentJSON {
    private struct File: Encodable {
        let rulesVersion: String
        let experiments: [Record]
    }

    private struct Record: Encodable {
        let number: Int
        let title: String
        let queue: String
        let question: String
        let trials: [TrialRecord]
        let answer: Conclusion?
        let commands: [String]?
        let rules: [RuleID]

        init(_ report: ExperimentReport) {
            let experiment = report.experiment
            number = experiment.number
            title = experiment.title
            queue = report.queue
            question = experiment.question
            trials = report.entries.map(TrialRecord.init)
            answer = report.answer
            commands = experiment.program?.commands(queue: report.queue)
            rules = experiment.rules
        }
    }

    private struct TrialRecord: Encodable {
        let name: String
        let summary: String
        let notApplicable: String?
        let mostAtOnce: Int?
        let operations: [OperationRecord]
        let conclusion: Conclusion

        init(_ entry: ExperimentReport.Entry) {
            name = entry.trial.name
            summary = entry.trial.summary
            conclusion = entry.conclusion
            switch entry.outcome {
            case .notApplicable(let missing):
                (notApplicable, mostAtOnce, operations) = ("\(missing)", nil, [])
            case .ended: (notApplicable, mostAtOnce, operations) = (nil, nil, [])
            case .timeline(let timeline):
                (notApplicable, mostAtOnce) = (nil, timeline.mostAtOnce)
                let threads = TimelineThreads(timeline)
                operations = timeline.operations.map { OperationRecord($0, threads) }
            }
        }
    }

    private struct OperationRecord: Encodable {
        let name: String
        let called: StampRecord?
        let began: StampRecord?
        let startReturned: StampRecord?
        let ended: StampRecord?

        init(_ operation: Timeline.Operation, _ threads: TimelineThreads) {
            name = operation.name
            called = StampRecord(operation.called, threads)
            began = StampRecord(operation.began, threads)
            startReturned = StampRecord(operation.returned, threads)
            ended = StampRecord(operation.ended, threads)
        }
    }

    private struct StampRecord: Encodable {
        let time: UInt64
        /// The name in the text: "main", "thread 1".
        let thread: String
        /// The kernel's thread ID.
        let threadID: Int32

        init?(_ stamp: Timeline.Stamp?, _ threads: TimelineThreads) {
            guard let stamp, let name = threads.name(stamp) else { return nil }
            time = stamp.time
            thread = name
            threadID = stamp.thread.id
        }
    }

    /// The text of the file.
    public static func text(_ reports: [ExperimentReport]) throws -> String {
        try JSONText.text(
            File(rulesVersion: RuleBook.version, experiments: reports.map(Record.init)))
    }
}
