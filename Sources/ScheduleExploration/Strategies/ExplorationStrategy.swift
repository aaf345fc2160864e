internal import RandomNumbers

/// How an exploration goes through schedules.
public struct ExplorationStrategy: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
        case random
        case sticky(period: Int)
        case priorities(depth: Int)
        case partialOrder
        case exhaustive(preemptions: Int)
        case rotating
    }

    let kind: Kind

    /// A random walk: each choice anew.
    public static let random = Self(kind: .random)
    /// A random walk that stays with a thread: a switch in eight steps.
    public static let sticky = Self(kind: .sticky(period: 8))
    /// Random priorities that change at random steps: finds a bug of this depth with a known probability.
    public static func priorities(depth: Int) -> Self { Self(kind: .priorities(depth: max(1, depth))) }
    /// Partial-order sampling: a random priority for each step, drawn anew where steps conflict.
    public static let partialOrder = Self(kind: .partialOrder)
    /// An exhaustive search: all schedules of at most so many preemptions.
    public static func exhaustive(preemptions: Int) -> Self {
        Self(kind: .exhaustive(preemptions: max(0, preemptions)))
    }
    /// Each of the others but the exhaustive one in turn: none finds everything soon.
    public static let rotating = Self(kind: .rotating)

    static let turns: [Self] = [
        .sticky, .priorities(depth: 3), .partialOrder, .priorities(depth: 2), .random,
    ]

    public var description: String {
        switch kind {
        case .random: "random"
        case .sticky: "sticky"
        case .priorities(let depth): "pct\(depth)"
        case .partialOrder: "pos"
        case .exhaustive(let preemptions): "exhaustive\(preemptions)"
        case .rotating: "rotating"
        }
    }

    /// One line for people.
    public var summary: String {
        switch kind {
        case .random: "each choice at random"
        case .sticky(let period): "at random, and mostly the thread that runs: a switch in \(period) steps"
        case .priorities(let depth):
            "random priorities that change at random steps (PCT): a bug of depth \(depth) with a known probability"
        case .partialOrder:
            "partial-order sampling: a random priority for each step, anew where steps conflict"
        case .exhaustive(let preemptions): "every schedule with \(preemptions) preemptions at most"
        case .rotating: "each of the random ones in turn"
        }
    }

    /// Those that have a name: `random`, `sticky`, `pct2`, `pct3`, `pos`, `exhaustive2`, `rotating`.
    public static let all: [Self] = turns + [.exhaustive(preemptions: 2), .rotating]

    /// One of ``all``, or `pctN` or `exhaustiveN` for another number.
    public init?(named name: String) {
        func number(after prefix: String, least: Int) -> Int? {
            guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
            return number >= least ? number : nil
        }
        if let strategy = Self.all.first(where: { $0.description == name }) {
            self = strategy
        } else if let depth = number(after: "pct", least: 1) {
            self = .priorities(depth: depth)
        } else if let preemptions = number(after: "exhaustive", least: 0) {
            self = .exhaustive(preemptions: preemptions)
        } else {
            return nil
        }
    }

    /// Whether a schedule depends on a seed and its number alone: not so in an exhaustive search.
    public var isSeeded: Bool { if case .exhaustive = kind { false } else { true } }

    /// What decides in the schedule of this index: another in each of a rotation's.
    func turn(_ schedule: Int) -> Self { kind == .rotating ? Self.turns[schedule % Self.turns.count] : self }

    private init(kind: Kind) { self.kind = kind }

    /// What decides in the schedule of this index. Depends on nothing but the arguments.
    ///
    /// - Parameter length: How many steps a schedule has.
    func strategy(seed: UInt64, schedule: Int, length: Int) -> any ScheduleStrategy {
        let random = SplitMix64(seed: seed, schedule: schedule)
        switch kind {
        case .random: return RandomWalk(random: random)
        case .sticky(let period): return StickyWalk(random: random, period: period)
        case .priorities(let depth): return PCT(random: random, depth: depth, length: length)
        case .partialOrder: return PartialOrderSampling(random: random)
        case .rotating:
            return turn(schedule).strategy(seed: seed, schedule: schedule, length: length)
        case .exhaustive: fatalError("An exhaustive search goes from one schedule to the next.")
        }
    }
}
