public import Operations

/// One rule of RULES.md, and how it is checked.
///
/// The check runs a scenario against a queue and throws a ``Violation`` at the first thing that the rule
/// forbids; if it returns, and has called ``Probe/expect(_:_:observed:)``, the rule held. If it can't know, it throws
/// ``Undecided``, and if this program can't see it, ``Unobservable``. It judges only by what it sees, and knows no test
/// framework.
///
/// An unspecified rule forbids nothing: its check records what the queue does (``Probe/record(_:)``).
public struct Rule: Identifiable, Sendable {
    /// How binding a rule is.
    public enum Level: String, Codable, Sendable {
        /// Every queue has to keep it.
        case required
        /// A queue that claims the capability has to keep it.
        case claimed
        /// A queue may differ; the suite says how.
        case optional
        /// Unspecified on purpose: the suite records what the queue does.
        case unspecified
    }

    /// Where a rule comes from.
    public enum Source: String, Codable, Sendable {
        /// Apple's reference for Operation and OperationQueue, and the Concurrency Programming Guide.
        case documentation
        /// Articles about NSOperation.
        case articles
        /// Asserted by the test suites of other implementations.
        case tests
        /// This project's decision.
        case own
    }

    /// Where a rule can be checked.
    public enum Isolation: String, Codable, Sendable {
        /// In the process of the suite, or in a child.
        case anywhere
        /// Only in a process of its own, because the check asks whether that process is quiescent.
        case ownProcess
        /// Only in a process of its own, and the check passes if that process is stopped by a trap.
        case trap
    }

    /// Whether a rule is about what only ThreadSanitizer sees. Without it, the rule is not applicable, or only its other
    /// cases are tried.
    public enum SanitizerUse: String, Codable, Sendable {
        case none
        /// Some of its cases are.
        case part
        /// It has no other cases.
        case whole
    }

    /// Whose code a rule tests.
    public enum TestedCode: String, Codable, Sendable {
        case queue
        /// The operation's: whoever starts each operation once, at any time and in any order, keeps the rule. A queue that
        /// runs another project's operation has only borrowed its pass.
        case operation
    }

    /// Runs a scenario on a subject; returns if the rule held, and throws if not.
    public typealias Check = @Sendable (any ConformanceSubject, Probe) async throws -> Void
    /// Runs a scenario on a task queue.
    public typealias TaskCheck = @Sendable (any TaskQueueSubject, Probe) async throws -> Void

    /// Its number, which never changes.
    public let id: RuleID
    /// The rule, as it reads in RULES.md, which is generated from here.
    public let sentence: String
    /// How binding it is.
    public let level: Level
    /// Where it comes from.
    public let sources: [Source]
    /// Whose code it tests.
    public let testedCode: TestedCode
    /// What a queue has to run, or the rule is not applicable: operations, or closures (`tasks`).
    public let queueKind: QueueCapability
    /// What a queue has to be able to do besides, or the rule is not applicable.
    public let needs: [QueueCapability]
    /// Where it can be checked.
    public let isolation: Isolation
    /// What the check tries one by one, each in a process of its own, named by ``Probe/caseName``: for a rule
    /// with several kinds of misuse, since a process is stopped once. Most rules have the one case "". The
    /// verdict is the worst of its cases'.
    public let cases: [String]
    /// Whether ThreadSanitizer is needed to see it.
    public let sanitizer: SanitizerUse
    /// Whether the check takes seconds in which it mostly waits, so that a run starts it before the others.
    public let takesSeconds: Bool
    /// The check. Every call has a ``Probe`` of its own. Throws if the subject's queue is of the other kind.
    public let check: @Sendable (any JudgedSubject, Probe) async throws -> Void

    /// A rule that a queue of operations keeps or breaks.
    public init(
        _ id: RuleID, _ sentence: String, level: Level = .required, sources: [Source],
        testedCode: TestedCode = .queue,
        needs: [QueueCapability] = [], isolation: Isolation = .anywhere, cases: [String] = [""],
        sanitizer: SanitizerUse = .none, takesSeconds: Bool = false, check: @escaping Check
    ) {
        self.id = id
        self.sentence = sentence
        self.level = level
        self.sources = sources
        self.testedCode = testedCode
        queueKind = .operations
        self.needs = needs
        self.isolation = isolation
        self.cases = cases
        self.sanitizer = sanitizer
        self.takesSeconds = takesSeconds
        self.check = { subject, probe in
            try await check(try subject.claimed((any ConformanceSubject).self, .operations), probe)
        }
    }

    /// A rule that a queue of closures keeps or breaks, if it claims what the rule needs. It is judged in a process of its own.
    public init(
        ofTasks id: RuleID, _ sentence: String, sources: [Source], needs: [QueueCapability] = [],
        check: @escaping TaskCheck
    ) {
        self.id = id
        self.sentence = sentence
        level = .claimed
        self.sources = sources
        testedCode = .queue
        queueKind = .tasks
        self.needs = needs
        isolation = .ownProcess
        cases = [""]
        sanitizer = .none
        takesSeconds = false
        self.check = { subject, probe in
            try await check(try subject.claimed((any TaskQueueSubject).self, .tasks), probe)
        }
    }

    /// A rule that leaves open what a queue does: it never passes and is never broken.
    ///
    /// `observe` says what the queue does, to be read after "recorded:". It throws ``Undecided`` if that can't be decided;
    /// a ``Violation`` of another rule, which it needs the queue to keep, counts as that.
    public init(
        unspecified id: RuleID, _ sentence: String, needs: [QueueCapability] = [],
        isolation: Isolation = .anywhere, takesSeconds: Bool = false,
        observe: @escaping @Sendable (any ConformanceSubject, Probe) async throws -> String
    ) {
        self.init(
            id, sentence, level: .unspecified, sources: [], needs: needs, isolation: isolation,
            takesSeconds: takesSeconds
        ) { $1.record(try await observe($0, $1)) }
    }
}

extension Rule {
    /// The first thing that the rule needs and that isn't among `capabilities`; nil if the rule is applicable.
    public func missing(in capabilities: QueueCapabilities) -> QueueCapability? {
        ([queueKind] + needs).first { !capabilities.contains($0) }
    }
}
