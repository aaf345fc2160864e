internal import ConcurrencyPrimitives
public import Operations
public import QueueConformance
public import ScheduleExploration

/// A rule about a race, with a scenario that is explored to judge it.
///
/// The rule's check in `RuleBook` sees the interleavings that happen; this sees those that an explorer makes. For
/// queues that synchronise through what the explorer sees (`ExplorableSubject`).
public struct ExploredRule: Identifiable, Sendable {
    typealias Body = @Sendable (any ExplorableSubject) async throws -> Void

    public let id: RuleID
    /// What races with what.
    public let race: String
    /// What a queue has to be able to do, or the rule is not applicable.
    public let needs: [QueueCapability]
    /// Whether it is about accesses that only an instrumented build shows (`scripts/explore-package`): elsewhere it isn't applicable.
    public let needsInstrumentation: Bool
    /// Whether the scenario's operations come from `makeOperation`, so that the variants of a subject differ in it.
    let usesVariants: Bool
    /// What some schedule has to have met, or the hazard was not there.
    public let coveragePoints: [String]
    let body: Body

    init(
        _ id: RuleID, _ race: String, needs: [QueueCapability] = [],
        needsInstrumentation: Bool = false, covers coveragePoints: [String] = [],
        usesVariants: Bool = true, _ body: @escaping Body
    ) {
        self.id = id
        self.race = race
        self.needs = needs
        self.needsInstrumentation = needsInstrumentation
        self.coveragePoints = coveragePoints
        self.usesVariants = usesVariants
        self.body = body
    }

    /// What the rule needs that a queue with these capabilities, or this program, doesn't have: why it isn't applicable. Nil if it is.
    public func missing(in capabilities: QueueCapabilities) -> String? {
        if let missing = needs.first(where: { !capabilities.contains($0) }) { return missing.rawValue }
        return isUnseen ? "an instrumented build (scripts/explore-package)" : nil
    }

    /// Whether this program doesn't show the accesses that it is about.
    private var isUnseen: Bool { needsInstrumentation && !ExplorationProcess.isInstrumented }

    /// How the scenarios are named in replay tokens: one for each of the subject's variants.
    public func scenarios(_ subject: any ExplorableSubject) -> [String] {
        variants(of: subject).indices.map { scenario(subject.name, variant: $0) }
    }

    private func variants(of subject: any ExplorableSubject) -> [any ExplorableSubject] {
        usesVariants ? subject.allVariants : Array(subject.allVariants.prefix(1))
    }

    private func scenario(_ queue: String, variant: Int) -> String {
        "\(id) on \(queue)" + (variant == 0 ? "" : " (\(variant + 1))")
    }

    /// Which of a queue's variants a token was made for, from 0; nil for none.
    package func variant(of token: ReplayToken, queue: String) -> Int? {
        (0..<16).first { token.isFor(scenario(queue, variant: $0)) }
    }

    /// Explores the scenario on a subject's queue: with each of the subject's variants, which share the plan's schedules and
    /// time. Ends with the first variant that fails.
    public func explore(
        _ subject: any ExplorableSubject, _ plan: ExplorationPlan = ExplorationPlan()
    ) async -> ExplorationReport {
        let programs = Array(zip(scenarios(subject), variants(of: subject)))
        if let token = plan.replay {
            let (name, variant) = programs.first { name, _ in token.isFor(name) } ?? programs[0]
            return await explore(variant, plan, name: name)
        }
        var reports: [ExplorationReport] = []
        let plans = plan.shared(among: programs.count)
        for ((name, variant), share) in zip(programs, plans) where share.schedules > 0 {
            var share = share
            if let progress = plan.progress {
                share.progress = { [reports] in
                    progress(ExplorationReport(ofPrograms: reports + [$0], plans: plans))
                }
            }
            reports.append(await explore(variant, share, name: name))
            let report = ExplorationReport(ofPrograms: reports, plans: plans)
            if !report.hasPassed || plan.progress?(report) == false { break }
        }
        return ExplorationReport(ofPrograms: reports, plans: plans)
    }

    private func explore(
        _ subject: any ExplorableSubject, _ plan: ExplorationPlan, name: String
    ) async -> ExplorationReport {
        if isUnseen {
            var report = await ScheduleExploration.explore(schedules: 1, name: name) {}
            report.outcome = .unsupported(
                "\(id) is about accesses that only an instrumented build shows (scripts/explore-package)")
            return report
        }
        var plan = plan
        // Scenarios have limits that come first, and limits that don't, and bodies that block.
        (plan.earlyTimeouts, plan.poolThreads) = (0, nil)
        let lacked = Mutex<NotClaimed?>(nil)
        var report = await ScheduleExploration.explore(plan, name: name) {
            do {
                try await body(subject.fresh())
            } catch let error as NotClaimed {
                lacked.withLock { $0 = error }
                throw error
            }
        }
        // That is no fault of the queue.
        if let lacked = lacked.withLock({ $0 }) { report.outcome = .unsupported("\(lacked)") }
        return report
    }

    /// Runs the scenario on a subject's queue again and again for real, until it fails.
    public func stress(_ subject: any ExplorableSubject, runs: Int, seconds: Int) async -> StressReport {
        await ScheduleExploration.stress(runs: runs, seconds: seconds) { try await body(subject.fresh()) }
    }

    /// The coverage points that no schedule has met.
    public func missed(_ report: ExplorationReport) -> [String] {
        coveragePoints.filter { report.covered[$0] == nil }
    }
}

extension ExplorableSubject {
    fileprivate var allVariants: [any ExplorableSubject] { variants }
}
