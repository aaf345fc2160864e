private import RandomNumbers

/// Names one schedule of one scenario, so that it can be run again, in this process or in another.
///
/// As text, `v3:SCENARIO:PATH`. SCENARIO is a digest of the scenario's name. PATH is either the preemption list, as
/// `CHOICE>THREAD` separated by commas, or `-` if it is empty, after a `+` if there are choices after accesses; or what the
/// schedule is made from, as `STRATEGY/SEED/SCHEDULE/LENGTH`, which is known before it is run. Where memory is weak, `:MODEL`
/// follows (``MemoryModel``), `:wakeN` where N waits may return without a signal (``ExplorationPlan/spuriousWakeups``), `:earlyN` where N
/// limits may run out early (``ExplorationPlan/earlyTimeouts``), and `:poolN` where N jobs run at a time
/// (``ExplorationPlan/poolThreads``).
public struct ReplayToken: Codable, Hashable, Sendable, LosslessStringConvertible {
    enum Path: Hashable, Sendable {
        case preemptionList([PreemptionList.Preemption], SchedulePoints)
        /// - Parameter length: The length of a schedule, in steps, that the strategy is given.
        case seeded(ExplorationStrategy, seed: UInt64, schedule: Int, length: Int)
    }

    static let version = "v3"

    let scenario: UInt64
    let path: Path
    /// What atomic loads may read.
    public let memory: MemoryModel
    /// What the machine may do.
    let machine: MachineBehavior
    /// How many waits may return without a signal.
    public var spuriousWakeups: Int { machine.spuriousWakeups }
    /// How many limits and timers may run out while other threads can continue.
    public var earlyTimeouts: Int { machine.earlyTimeouts }
    /// How many jobs of tasks run at a time; nil for any number.
    public var poolThreads: Int? { machine.pool }

    init(
        scenario: String, _ path: Path, _ memory: MemoryModel = .sequential,
        _ machine: MachineBehavior = MachineBehavior()
    ) {
        self.memory = memory
        self.machine = machine
        self.scenario = FNV1a(scenario).digest
        self.path = path
    }

    /// The token of a schedule of the same scenario that has other preemptions.
    func with(_ preemptions: [PreemptionList.Preemption]) -> ReplayToken {
        guard case .preemptionList(_, let points) = path else { return self }
        return ReplayToken(self, .preemptionList(preemptions, points))
    }

    private init(_ other: ReplayToken, _ path: Path) {
        (scenario, memory, machine) = (other.scenario, other.memory, other.machine)
        self.path = path
    }

    /// Reads a token. Nil if the text is no token, or one of another version.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == Self.version,
            let scenario = UInt64(parts[1], radix: 16),
            let path = parts[2].contains("/") ? Self.seeded(parts[2]) : Self.preemptionList(parts[2])
        else { return nil }
        var rest = parts.dropFirst(3)
        if let memory = rest.first.flatMap({ MemoryModel(rawValue: String($0)) }), memory != .sequential {
            self.memory = memory
            rest.removeFirst()
        } else {
            memory = .sequential
        }
        machine = MachineBehavior(removingFrom: &rest)
        guard rest.isEmpty else { return nil }
        self.scenario = scenario
        self.path = path
    }

    private static func preemptionList(_ text: Substring) -> Path? {
        let points: SchedulePoints = text.first == "+" ? .aroundAccesses : .beforeAccesses
        let text = points == .aroundAccesses ? text.dropFirst() : text
        if text == "-" { return .preemptionList([], points) }
        var preemptionList: [PreemptionList.Preemption] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let numbers = part.split(separator: ">", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let choice = numbers[0], let thread = numbers[1], choice >= 0,
                thread >= 0, preemptionList.last.map({ $0.choice < choice }) ?? true
            else { return nil }
            preemptionList.append(.init(choice: choice, thread: thread))
        }
        return .preemptionList(preemptionList, points)
    }

    private static func seeded(_ text: Substring) -> Path? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, let strategy = ExplorationStrategy(named: String(parts[0])),
            strategy.isSeeded, let seed = UInt64(parts[1]), let schedule = Int(parts[2]),
            let length = Int(parts[3]), length >= 0
        else { return nil }
        return .seeded(strategy, seed: seed, schedule: schedule, length: length)
    }

    public var description: String {
        let path =
            switch path {
            case .preemptionList(let preemptionList, let points):
                (points == .aroundAccesses ? "+" : "")
                    + (preemptionList.isEmpty
                        ? "-" : preemptionList.map { "\($0.choice)>\($0.thread)" }.joined(separator: ","))
            case .seeded(let strategy, let seed, let schedule, let length):
                "\(strategy)/\(seed)/\(schedule)/\(length)"
            }
        let model = memory == .sequential ? "" : ":\(memory)"
        return "\(Self.version):\(String(scenario, radix: 16)):\(path)\(model)\(machine.suffix)"
    }

    /// The strategy that makes the schedule.
    ///
    /// - Parameter profile: Of an earlier schedule, as the exploration had it from which the token comes.
    func strategy(_ profile: ScheduleProfile) -> any ScheduleStrategy {
        switch path {
        case .preemptionList(let preemptionList, let points): PreemptionList(preemptionList, points)
        case .seeded(let strategy, let seed, let schedule, let length):
            strategy.strategy(seed: seed, schedule: schedule, length: length, profile)
        }
    }

    /// The number of the schedule that it names, if it names one by what it is made from.
    package var schedule: Int? { if case .seeded(_, _, let schedule, _) = path { schedule } else { nil } }

    /// Whether it was made for the scenario of this name.
    public func isFor(_ scenario: String) -> Bool { self.scenario == FNV1a(scenario).digest }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let token = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no replay token")
        }
        self = token
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
