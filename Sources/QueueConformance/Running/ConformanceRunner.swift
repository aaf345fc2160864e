public import ConcurrencyPrimitives
public import Operations

/// Judges every rule on every subject.
///
/// With a launcher, each case of each rule is tried in a process of its own, so that nothing a queue does can
/// end or hang the run. Without one, rules that can be checked anywhere are checked in this process, and the
/// others are inconclusive.
public struct ConformanceRunner: Sendable {
    /// What to judge by.
    public let rules: [Rule]
    /// What to judge.
    public let queues: [JudgedQueue]
    /// How many cases of rules are tried at a time.
    public let jobs: Int
    /// How long a check may take by the wall clock: the last resort, for what neither ends nor rests. Ten times as long in a
    /// process that has to wait for a processor for most of that.
    public let watchdog: Duration
    private let launcher: (any ChildLauncher)?

    /// - Precondition: `jobs` is 1 or more.
    public init(
        rules: [Rule], subjects: [any JudgedSubject], launcher: (any ChildLauncher)?,
        jobs: Int = ProcessorCount.available, watchdog: Duration = .seconds(60)
    ) {
        self.init(rules: rules, queues: subjects.map(JudgedQueue.init), launcher, jobs, watchdog)
    }

    /// Judges queues that this program doesn't hold: those of another, which `launcher` starts.
    ///
    /// - Precondition: `jobs` is 1 or more.
    public init(
        rules: [Rule], queues: [JudgedQueue], launcher: any ChildLauncher,
        jobs: Int = ProcessorCount.available,
        watchdog: Duration = .seconds(60)
    ) {
        self.init(rules: rules, queues: queues, launcher, jobs, watchdog)
    }

    private init(
        rules: [Rule], queues: [JudgedQueue], _ launcher: (any ChildLauncher)?, _ jobs: Int,
        _ watchdog: Duration
    ) {
        guard jobs > 0 else { fatalError("A conformance run needs at least one job at a time, not \(jobs).") }
        self.rules = rules
        self.queues = queues
        self.launcher = launcher
        self.jobs = jobs
        self.watchdog = watchdog
    }

    /// A queue as the runner has to know it.
    public struct JudgedQueue: Sendable {
        public let name: String
        public let capabilities: QueueCapabilities
        /// Whether its operations are its project's own, or not known to be another's.
        let ownsOperations: Bool
        /// Nil if another program holds it.
        let subject: (any JudgedSubject)?

        /// A queue of another program, by what that says in its handshake.
        ///
        /// - Parameters:
        ///   - name: The name of the queue.
        ///   - missing: The capabilities that the queue lacks, by name, and why. A name that isn't known here is left out.
        ///   - ownsOperations: Whether its operations are its project's own, or not known to be another's.
        public init(name: String, missing: [String: String], ownsOperations: Bool = true) {
            let known = missing.compactMap { name, reason in
                QueueCapability(rawValue: name).map { ($0, reason) }
            }
            self.init(
                name: name, capabilities: QueueCapabilities(allBut: Dictionary(uniqueKeysWithValues: known)),
                ownsOperations: ownsOperations)
        }

        /// A queue of another program.
        public init(name: String, capabilities: QueueCapabilities, ownsOperations: Bool = true) {
            (self.name, self.capabilities, self.ownsOperations) = (name, capabilities, ownsOperations)
            subject = nil
        }

        /// A queue of this program.
        public init(_ subject: any JudgedSubject) {
            (name, capabilities, self.subject) = (subject.name, subject.claims, subject)
            ownsOperations = (subject as? any ConformanceSubject)?.ownsOperations ?? true
        }
    }

    /// Judges, and returns all results: rule by rule, and subject by subject within a rule.
    ///
    /// If the task is cancelled, processes are ended, and the results there are so far are returned.
    ///
    /// - Parameters:
    ///   - judged: Told as soon as one rule has been judged on one subject, in whatever order that happens.
    ///   - result: Given the results in the order in which they are returned, each as soon as those before it
    ///     are there. If it throws, the run ends.
    ///   - isChosen: Whether to judge the pair of rule and subject of this number, from 0: rule by rule.
    public func run(
        judged: @Sendable (RuleResult) -> Void = { _ in },
        result: @Sendable (RuleResult) throws -> Void = { _ in },
        only isChosen: (Int) -> Bool = { _ in true }
    ) async throws -> [RuleResult] {
        let pairs = rules.flatMap { rule in queues.map { (rule: rule, queue: $0) } }
        var trials = pairs.indices.filter(isChosen).map { RuleTrial(pairs[$0].rule, on: pairs[$0].queue) }
        var reported = 0
        /// Reports what has an end, up to the first that hasn't.
        func report() throws {
            while reported < trials.count, let ready = trials[reported].result {
                try result(ready)
                reported += 1
            }
        }
        for trial in trials { if let result = trial.result { judged(result) } }
        try report()
        try await withThrowingTaskGroup(of: (CaseQueue.Case, RuleTrial.Outcome?).self) { group in
            // One by one, so that a rule of many cases doesn't end long after all others.
            var cases = CaseQueue(trials, jobs: jobs)
            func startNext() {
                guard !Task.isCancelled, let next = cases.next() else { return }
                let (rule, queue) = (trials[next.trial].rule, trials[next.trial].queue)
                group.addTask { (next, await tryCase(next.name, of: rule, on: queue)) }
            }
            for _ in 0..<jobs { startNext() }
            while let (ended, outcome) = try await group.next() {
                cases.end(ended)
                if let outcome {
                    trials[ended.trial].add(outcome, ofCase: ended.name)
                    if let result = trials[ended.trial].result { judged(result) }
                    try report()
                }
                startNext()
            }
        }
        // After a cancellation there are gaps; what stands behind them is reported now.
        for late in trials.dropFirst(reported).compactMap(\.result) { try result(late) }
        return trials.compactMap(\.result)
    }

    /// Nil if the task was cancelled meanwhile.
    private func tryCase(
        _ name: String, of rule: Rule, on queue: JudgedQueue
    ) async -> RuleTrial.Outcome? {
        let start = MonotonicClock.now
        let (verdict, output) = await verdict(ofCase: name, of: rule, on: queue)
        if Task.isCancelled { return nil }
        return RuleTrial.Outcome(
            verdict: verdict, output: output, nanoseconds: MonotonicClock.now - start)
    }

    private func verdict(
        ofCase name: String, of rule: Rule, on queue: JudgedQueue
    ) async -> (Verdict, output: String) {
        guard let launcher else {
            guard let subject = queue.subject else { fatalError("A queue that isn't here needs a launcher.") }
            return (await InProcessJudge.judge(rule, caseName: name, on: subject, limit: watchdog), "")
        }
        do {
            let request = JudgeRequest(rule: rule.id, caseName: name, queue: queue.name)
            let outcome = try await launcher.run(request, limit: watchdog)
            return (
                ChildVerdict.verdict(of: outcome, for: rule),
                ChildVerdict.lastLines(of: outcome.standardError)
            )
        } catch {
            return (.harnessError("the process for the check could not be run: \(error)"), "")
        }
    }
}
