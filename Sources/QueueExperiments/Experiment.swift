public import QueueConformance

/// A question about operations and queues that a run answers.
public struct Experiment: Identifiable, Sendable {
    /// Its number, which never changes.
    public let number: Int
    /// A title for people.
    public let title: String
    /// The question that the trials answer.
    public let question: String
    /// The rules that determine the answer.
    public let rules: [RuleID]
    /// Its parts, in the order in which they are run. Empty if another program runs it.
    public let trials: [Trial]
    /// The program that runs it, if this one doesn't.
    public let program: OtherProgram?

    /// Its number.
    public var id: Int { number }

    init(
        _ number: Int, _ title: String, question: String, rules: [RuleID], trials: [Trial] = [],
        program: OtherProgram? = nil
    ) {
        self.number = number
        self.title = title
        self.question = question
        self.rules = rules
        self.trials = trials
        self.program = program
    }

    /// The rules with their sentences.
    public var ruleSentences: [(id: RuleID, sentence: String)] {
        RuleBook.all.filter { rules.contains($0.id) }.map { ($0.id, $0.sentence) }
    }
}

/// A program that runs an experiment which needs more than this package has.
public struct OtherProgram: Sendable {
    /// Why this package can't run the experiment.
    public let reason: String
    /// The names of the queues that it can run.
    public let queues: [String]
    private let lines: @Sendable (_ queue: String) -> [String]

    init(
        because reason: String, queues: [String],
        commands: @escaping @Sendable (_ queue: String) -> [String]
    ) {
        self.reason = reason
        self.queues = queues
        lines = commands
    }

    /// The command lines that run it on a queue; nil if it doesn't know the queue.
    public func commands(queue: String) -> [String]? { queues.contains(queue) ? lines(queue) : nil }
}
