public import Operations

/// The result of a run of an experiment on a queue.
public struct ExperimentReport: Sendable {
    /// The result of a trial.
    public enum Outcome: Hashable, Codable, Sendable {
        /// The trial was run.
        case timeline(Timeline)
        /// The queue doesn't claim a capability that the trial needs.
        case notApplicable(Missing)
        /// The process that ran the trial ended before the trial did.
        case ended(Conclusion)
    }

    /// A capability that the queue doesn't claim.
    public struct Missing: Hashable, Codable, Sendable, CustomStringConvertible {
        /// The missing capability.
        public let capability: QueueCapability
        /// Why the queue doesn't claim it.
        public let reason: String

        /// Creates a value from the capability and the reason.
        public init(_ capability: QueueCapability, reason: String) {
            self.capability = capability
            self.reason = reason
        }

        /// For example "no concurrencyLimit: it runs everything in the call that adds".
        public var description: String { "no \(capability.rawValue): \(reason)" }
    }

    /// A trial with its result.
    public struct Entry: Sendable {
        /// The trial.
        public let trial: Trial
        /// The result of the trial.
        public let outcome: Outcome

        /// Creates an entry.
        public init(_ trial: Trial, _ outcome: Outcome) {
            self.trial = trial
            self.outcome = outcome
        }

        /// The conclusion from the outcome.
        public var conclusion: Conclusion {
            switch outcome {
            case .timeline(let timeline): trial.conclusion(from: timeline)
            case .notApplicable: Conclusion(.notApplicable, "not applicable")
            case .ended(let conclusion): conclusion
            }
        }
    }

    /// The experiment that was run.
    public let experiment: Experiment
    /// The queue's name.
    public let queue: String
    /// The trials in their order; empty if another program runs the experiment.
    public let entries: [Entry]

    /// A report of the trials of `experiment` on `queue`.
    public init(_ experiment: Experiment, queue: String, _ entries: [Entry]) {
        self.experiment = experiment
        self.queue = queue
        self.entries = entries
    }

    /// The timelines of the trials that were run, in their order.
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
        // The most important standing first.
        let order: [Conclusion.Standing] = [.contradicted, .inconclusive, .shown, .notApplicable]
        let standings = Set(conclusions.map(\.standing))
        guard let standing = order.first(where: standings.contains) else { return nil }
        if standing == .notApplicable { return Conclusion(.notApplicable, "not applicable") }
        return Conclusion(
            standing, Self.sentence(zip(entries, conclusions).map { ($0.trial.name, $1.sentence) }))
    }

    /// The conclusions after the names of their trials. Successive trials with the same conclusion share it.
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
