internal import RandomNumbers

/// How an exploration chooses schedules.
public struct ExplorationStrategy: Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
        case random
        case sticky(period: Int)
        case priorities(depth: Int)
        case partialOrder
        case selectivelyUniform
        case exhaustive(SearchBound?)
        case rotating
    }

    let kind: Kind
    var points = SchedulePoints.beforeAccesses

    /// A random walk: each choice is independent.
    public static let random = Self(kind: .random)
    /// A random walk that stays with a thread, and switches once in eight steps.
    public static let sticky = Self(kind: .sticky(period: 8))
    /// PCT: random priorities that change at random steps. It finds a bug of this depth with a known probability.
    public static func priorities(depth: Int) -> Self { Self(kind: .priorities(depth: max(1, depth))) }
    /// Partial-order sampling: a random priority for each step, drawn anew where steps conflict.
    public static let partialOrder = Self(kind: .partialOrder)
    /// A selectively uniform random walk: each order of the steps that use one shared resource is about equally likely.
    public static let selectivelyUniform = Self(kind: .selectivelyUniform)
    /// An exhaustive search: all schedules of at most so many preemptions, which are switches away from a thread that could have
    /// continued.
    public static func exhaustive(preemptions: Int) -> Self {
        Self(kind: .exhaustive(.preemptions(max(0, preemptions))))
    }
    /// An exhaustive search: all schedules of at most so many delays. Each follows the non-preemptive schedule, except that at most so many
    /// times the thread whose turn it is is passed over. So few enough are left where many threads and jobs wait for their turn.
    public static func exhaustive(delays: Int) -> Self {
        Self(kind: .exhaustive(.delays(max(0, delays))))
    }
    /// An exhaustive search of all schedules: of those that differ in the order of steps that commute, it runs one, and some that
    /// it finds out too late to be equal.
    public static let exhaustive = Self(kind: .exhaustive(nil))
    /// A rotation of all others but the exhaustive ones, since none of them finds every bug soon.
    public static let rotating = Self(kind: .rotating)
    /// The same, with points after accesses of shared words, too: another thread may come between a word that publishes an
    /// object and plain stores into it that should have come first. Its name ends with a plus sign.
    public var aroundAccesses: Self {
        var strategy = self
        strategy.points = .aroundAccesses
        return strategy
    }

    static let rotation: [Self] = [
        .sticky, .priorities(depth: 3), .partialOrder, .selectivelyUniform, .priorities(depth: 2), .random,
        .sticky.aroundAccesses, .priorities(depth: 3).aroundAccesses, .partialOrder.aroundAccesses,
        .selectivelyUniform.aroundAccesses,
    ]

    public var description: String { points == .aroundAccesses ? "\(name)+" : name }

    private var name: String {
        switch kind {
        case .random: "random"
        case .sticky: "sticky"
        case .priorities(let depth): "pct\(depth)"
        case .partialOrder: "pos"
        case .selectivelyUniform: "surw"
        case .exhaustive(.preemptions(let number)): "exhaustive\(number)"
        case .exhaustive(.delays(let number)): "delays\(number)"
        case .exhaustive(nil): "exhaustive"
        case .rotating: "rotating"
        }
    }

    /// A line for lists.
    public var summary: String {
        points == .aroundAccesses ? "the same as \(name), with points after accesses, too" : kindSummary
    }

    private var kindSummary: String {
        switch kind {
        case .random: "each choice at random"
        case .sticky(let period): "at random, mostly the thread that runs: a switch in \(period) steps"
        case .priorities(let depth):
            "random priorities that change at random steps (PCT): a bug of depth \(depth) with a known probability"
        case .partialOrder:
            "partial-order sampling: a random priority for each step, anew where steps conflict"
        case .selectivelyUniform:
            "selectively uniform walk: the orders of the steps on one shared resource, each about equally likely"
        case .exhaustive(.preemptions(let number)): "every schedule with \(number) preemptions at most"
        case .exhaustive(.delays(let number)):
            "every schedule with \(number) delays at most: each passes over the thread whose turn it is"
        case .exhaustive(nil): "every schedule, but for the order of steps that commute"
        case .rotating: "each of the random strategies in rotation"
        }
    }

    /// The strategies of the rotation, `exhaustive2`, `delays2`, `exhaustive` and `rotating`.
    public static let all: [Self] =
        rotation + [.exhaustive(preemptions: 2), .exhaustive(delays: 2), .exhaustive, .rotating]

    /// One of ``all``, or `pctN`, `exhaustiveN` or `delaysN` for another number, or one of them with a plus sign (``aroundAccesses``).
    public init?(named name: String) {
        if name.last == "+" {
            guard let strategy = Self(named: String(name.dropLast())), strategy.points == .beforeAccesses
            else { return nil }
            self = strategy.aroundAccesses
            return
        }
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
        } else if let delays = number(after: "delays", least: 0) {
            self = .exhaustive(delays: delays)
        } else {
            return nil
        }
    }

    /// Whether a schedule depends only on the seed and its number. That isn't so in an exhaustive search.
    public var isSeeded: Bool { if case .exhaustive = kind { false } else { true } }

    /// The strategy of the schedule with this number: of a rotation, one of its members.
    func resolved(schedule: Int) -> Self {
        if kind != .rotating { return self }
        let member = Self.rotation[schedule % Self.rotation.count]
        return points == .aroundAccesses ? member.aroundAccesses : member
    }

    private init(kind: Kind) { self.kind = kind }

    /// The strategy's choices in the schedule with this number. They depend on the arguments alone.
    ///
    /// - Parameters:
    ///   - length: How many steps a schedule has.
    ///   - profile: Of an earlier schedule.
    func strategy(
        seed: UInt64, schedule: Int, length: Int, _ profile: ScheduleProfile
    ) -> any ScheduleStrategy {
        if kind == .rotating {
            return resolved(schedule: schedule).strategy(
                seed: seed, schedule: schedule, length: length, profile)
        }
        if points == .beforeAccesses {
            return choices(seed: seed, schedule: schedule, length: length, profile)
        }
        // Each step may have a point behind it.
        return AroundAccesses(
            strategy: choices(seed: seed, schedule: schedule, length: 2 * length, profile))
    }

    private func choices(
        seed: UInt64, schedule: Int, length: Int, _ profile: ScheduleProfile
    ) -> any ScheduleStrategy {
        let random = SplitMix64(seed: seed, schedule: schedule)
        switch kind {
        case .random: return RandomWalk(random: random)
        case .sticky(let period): return StickyWalk(random: random, period: period)
        case .priorities(let depth): return PCT(random: random, depth: depth, length: length)
        case .partialOrder: return PartialOrderSampling(random: random)
        case .selectivelyUniform: return SelectivelyUniformWalk(random: random, profile: profile)
        case .rotating, .exhaustive: fatalError("\(self) has no schedules of its own that are seeded.")
        }
    }
}
