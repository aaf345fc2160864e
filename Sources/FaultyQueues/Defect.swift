public import QueueConformance

/// One thing that a queue or its operations do wrong.
///
/// Each is switched on at a single point of `FaultyOperation` or `FaultyQueue`, and declared at the end of the file
/// that holds the point. ``all`` and ``races`` list them; a test names what is declared and isn't listed.
///
/// ## Races
///
/// A race does in two steps what has to be one. Between the steps another thread has to come, at the right moment, so
/// none shows in the non-preemptive schedule, and a rule that judges the interleavings that happen isn't expected to
/// see it. Races are found by exploring schedules, by the `ExploredRule` in ``caughtBy``; the processes that judge the
/// other defects leave them out. Everything in this module happens under one lock, so a race is a critical section
/// that was split in two (but for `dependencyCounter` and `reentrantAdmission`, which have an atomic of their own and
/// an actor). After most changes all queues look for what they can start; where that would undo the race, it is left
/// out.
///
/// ## Thread safety
///
/// A value that never changes. Comparing two compares two addresses.
public struct Defect: Sendable {
    /// What of an operation queue a defect breaks: the five properties that the project is about, and the rest.
    public enum Property: String, CaseIterable, Codable, Sendable {
        case stateExclusivity, cancellationFinishing, dependencyOrdering, cycles, priorityOrder
        case lifeCycle, concurrencyLimit, suspension, membership, waiting, results, queueProperties, blocks,
            barriers
        case readiness, observation, boundedWaiting, qualityOfService
        /// Family 12.
        case advanced
        /// Family 13.
        case taskQueues
    }

    private final class Declaration: Sendable {
        let name: String
        let property: Property
        let summary: String
        let caughtBy: Set<RuleID>
        let isRace: Bool

        init(_ name: String, _ property: Property, _ summary: String, _ caughtBy: [String], isRace: Bool) {
            self.name = name
            self.property = property
            self.summary = summary
            self.caughtBy = Set(caughtBy.map(RuleID.init(stringLiteral:)))
            self.isRace = isRace
        }
    }

    /// There is one for each static member, so its address stands for the defect.
    private let declaration: Declaration

    /// Declares a defect that shows whatever the interleaving.
    ///
    /// - Parameters:
    ///   - name: The name of the static member.
    ///   - caughtBy: The rules that are broken with the defect, all of them and no others.
    init(_ name: String, _ property: Property, _ summary: String, caughtBy: String...) {
        declaration = Declaration(name, property, summary, caughtBy, isRace: false)
    }

    /// Declares a race.
    ///
    /// - Parameters:
    ///   - name: The name of the static member.
    ///   - caughtBy: The rule whose exploration finds the race.
    init(race name: String, _ property: Property, _ summary: String, caughtBy: String) {
        declaration = Declaration(name, property, summary, [caughtBy], isRace: true)
    }

    /// What the queue or its operations do wrong, in one line.
    public var summary: String { declaration.summary }

    /// The property that this defect breaks.
    public var property: Property { declaration.property }

    /// The rules that are broken with this defect, all of them and no others; of a race, the rule whose exploration
    /// finds it.
    public var caughtBy: Set<RuleID> { declaration.caughtBy }

    /// Whether it takes a particular interleaving to show.
    public var isRace: Bool { declaration.isRace }
}

extension Defect: RawRepresentable, Hashable, Codable, CustomStringConvertible {
    private static let byName = Dictionary(uniqueKeysWithValues: (all + races).map { ($0.rawValue, $0) })

    /// The name, which is that of its subject without "faulty:".
    public var rawValue: String { declaration.name }

    /// The defect or race of that name; nil if there is none.
    public init?(rawValue: String) {
        guard let defect = Self.byName[rawValue] else { return nil }
        self = defect
    }

    public var description: String { rawValue }

    public static func == (lhs: Defect, rhs: Defect) -> Bool { lhs.declaration === rhs.declaration }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(declaration)) }
}
