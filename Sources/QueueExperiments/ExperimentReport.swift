public import Operations

/// What a run of an experiment on a queue has shown.
public struct ExperimentReport: Sendable {
    /// What became of a trial.
    public enum Outcome: Hashable, Codable, Sendable {
        /// It was run.
        case timeline(Timeline)
        /// The queue doesn't claim what it needs.
        case notApplicable(Missing)
        /// The process that ran it ended before the trial did.
        case ended(Conclusion)
    }

    /// A capability that the queue doesn't claim.
    public struct Missing: Hashable, Codable, Sendable, CustomStringConvertible {
        /// Which.
        public let capability: QueueCapability
        /// Why the queue doesn't claim it.
        public let reason: String

        /// `capability` is not claimed, for `reason`.
        public init(_ capability: QueueCapability, reason: String) {
            self.capability = capability
            self.reason = reason
        }

        /// Both: "no concurrencyLimit: it runs everything in the call that adds".
        public var description: String { "no \(capability.rawValue): \(reason)" }
    }

    /// A trial, and what became of it.
    public struct Entry: Sendable {
        /// What was done.
        public let trial: Trial
        /// What became of it.
        public let outcome: Outcome

        /// What became of `trial`.
        public init(_ trial: Trial, _ outcome: Outcome) {
            self.trial = trial
            self.outcome = outcome
        }

        /// What it has shown.
        public var conclusion: Conclusion {
            switch outcome {
            case .timeline(let timeline): trial.conclusion(from: timeline)
            case .notApplicable: Conclusion(.notApplicable, "not applicable")
            case .ended(let conclusion): conclusion
            }
        }
    }

    /// What was asked.
    public let experiment: Experiment
    /// The queue's name.
    public let queue: String
    /// The trials in their order; none of an experiment that another program runs.
    public let entries: [Entry]

    /// What became of the trials of `experiment` on `queue`.
    public init(_ experiment: Experiment, queue: String, _ entries: [Entry]) {
        self.experiment = experiment
        self.queue = queue
        self.entries = entries
    }

    /// What happened in the trials that were run, in their order.
    public var timelines: [Timeline] {
        entries.compactMap { entry in
            if case .timeline(let timeline) = entry.outcome { return timeline }
            return nil
        }
    }

    /// The answer to the experiment's question; nil if another program gives it.
    public var answer: Conclusion? {
        if entries.isEmpty { return nil }
        let conclusions = entries.map(\.conclusion)
        // What is against the rules counts most, and what was not applicable least.
        let order: [Conclusion.Standing] = [.contradicted, .inconclusive, .shown, .notApplicable]
        let standings = Set(conclusions.map(\.standing))
        guard let standing = order.first(where: standings.contains) else { return nil }
        if standing == .notApplicable { return Conclusion(.notApplicable, "not applicable") }
        return Conclusion(
            standing, Self.sentence(zip(entries, conclusions).map { ($0.trial.name, $1.sentence) }))
    }

    /// The conclusions after the names of their trials, one that several in succession have come to once.
    private static func sentence(_ parts: some Sequence<(name: String, conclusion: String)>) -> String {
        var clauses: [(names: [String], conclusion: String)] = []
        for part in parts {
            if clauses.last?.conclusion == part.conclusion {
                clauses[clauses.count - 1].names.append(part.name)
            } else {
                clauses.append(([part.name], part.conclusion))
            }
        }
        return clauses.map { "\($0.names.joined(separator: " and ")): \($0.conclusion)" }.joined(
            separator: "; ")
    }
}
