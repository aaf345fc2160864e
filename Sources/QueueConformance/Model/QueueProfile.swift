public import Operations

/// A kind of queue, named by what its users rely on, and so by the rules that it has to keep.
///
/// A queue is *complete* for a profile if it claims all of the profile's capabilities and keeps every rule that needs nothing else.
public struct QueueProfile: Sendable {
    /// The name, as it is printed.
    public let name: String
    /// What a queue of this kind can do.
    public let capabilities: Set<QueueCapability>

    /// All profiles, the narrowest of each kind of queue first.
    public static let all = [
        QueueProfile(name: "task-queue", capabilities: [.tasks]),
        QueueProfile(name: "limited-task-queue", capabilities: [.tasks, .taskWidth]),
        QueueProfile(
            name: "serial-task-queue", capabilities: [.tasks, .taskOrder, .taskWidth, .serialTasks]),
        QueueProfile(
            name: "limited-queue", capabilities: [.operations, .overlap, .oneAtATime, .concurrencyLimit]),
        QueueProfile(
            name: "dependency-graph",
            capabilities: [.operations, .overlap, .lifeCycle, .cancellation, .dependencies]),
        QueueProfile(
            name: "operation-queue",
            capabilities: [
                .operations, .overlap, .oneAtATime, .lifeCycle, .startOverrides, .readinessOverrides,
                .cancellation,
                .cancelAll, .dependencies, .priorities, .concurrencyLimit, .batches, .names, .suspension,
                .enumeration, .completionBlocks, .misuseDetection, .blocks, .observation, .barriers,
                .progress,
                .qualityOfService, .currentQueue, .mainQueue, .underlyingQueue,
            ]),
    ]

    /// The rules that bind a queue which can do just this, in the order of their numbers.
    public var rules: [Rule] {
        let capabilities = QueueCapabilities(only: capabilities, because: "it isn't part of the profile")
        return RuleBook.all.filter { rule in
            [.required, .claimed].contains(rule.level) && rule.missing(in: capabilities) == nil
        }
    }

    /// What a report says of a queue and a profile.
    public enum Standing: Hashable, Sendable {
        /// It keeps all rules of the profile that this build can see; those that it has only borrowed are named.
        case complete(borrowed: [RuleID])
        /// It doesn't keep these, or that isn't known.
        case incomplete([RuleID])
    }

    /// A profile for which a queue is complete.
    public struct Complete: Sendable, CustomStringConvertible {
        public let profile: QueueProfile
        /// The rules of which it has only borrowed its pass.
        public let borrowed: [RuleID]

        public var description: String {
            profile.name + (borrowed.isEmpty ? "" : " (\(borrowed.count) borrowed)")
        }
    }

    /// The profiles for which `queue` is complete, without those that another one of these includes.
    public static func complete(for queue: String, in report: ConformanceReport) -> [Complete] {
        let complete = all.compactMap { profile -> Complete? in
            guard case .complete(let borrowed)? = profile.standing(of: queue, in: report) else { return nil }
            return Complete(profile: profile, borrowed: borrowed)
        }
        return complete.filter { one in
            !complete.contains { one.profile.capabilities.isStrictSubset(of: $0.profile.capabilities) }
        }
    }

    /// What `report` says of `queue`; nil if the queue doesn't claim all of the profile, or not all of its rules were judged.
    public func standing(of queue: String, in report: ConformanceReport) -> Standing? {
        let entries = report.entries.filter { $0.result.queue == queue }
        let byRule = Dictionary(entries.map { ($0.result.rule, $0) }) { first, _ in first }
        var (borrowed, missing): ([RuleID], [RuleID]) = ([], [])
        for rule in rules {
            guard let result = byRule[rule.id]?.result else { return nil }
            switch result.verdict {
            case .passed: if result.isBorrowed { borrowed.append(rule.id) }
            // What this build can't see is no fault of the queue.
            case .notApplicable(nil, _): break
            case .notApplicable(let capability?, _):
                if capabilities.contains(capability) { return nil }
                missing.append(rule.id)
            case .failed, .crashed, .hung, .inconclusive, .harnessError, .recorded: missing.append(rule.id)
            }
        }
        return missing.isEmpty ? .complete(borrowed: borrowed) : .incomplete(missing)
    }
}
