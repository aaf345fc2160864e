internal import ConcurrencyPrimitives
internal import RandomNumbers

/// Enough of one schedule to distinguish it from others and to run it again.
struct ScheduleTrace: Sendable {
    /// The points at which its choices are counted.
    var points = SchedulePoints.beforeAccesses
    /// Where it deviated from the non-preemptive schedule (``PreemptionList``).
    var preemptionList: [PreemptionList.Preemption] = []
    /// Steps at which more than one thread could continue.
    var choices = 0
    var steps = 0
    /// Points after accesses, which are no steps of their own: neither time nor the limit of steps depends on whether a
    /// schedule has them.
    var pointsAfterAccesses = 0
    /// How many threads there were.
    var threads = 0
    /// Switches away from a thread that could have continued.
    var preemptions = 0
    /// Of each step: which thread made it, its kind, and how many threads could have made one. Equal for equal schedules, so no
    /// address goes into it: the system may give it to another object.
    var fingerprint = FNV1a()

    /// A load reads one of several stores, or a store takes one of several places.
    mutating func note(store: Int, among count: Int) {
        fingerprint.add(1 << 63 | UInt64(count) << 32 | UInt64(store))
        if store > 0 { preemptionList.append(.init(choice: choices, thread: store)) }
        choices += 1
    }

    mutating func note(thread: Int, _ step: ThreadStep, among candidates: Int) {
        if case .reach(.accessed) = step { pointsAfterAccesses += 1 } else { steps += 1 }
        fingerprint.add(UInt64(thread) << 16 | UInt64(candidates) << 4 | step.code)
    }
}

extension ThreadStep {
    fileprivate var code: UInt64 {
        switch self {
        case .begin: 0
        case .reach(.lock): 1
        case .reach(.unlock): 2
        case .reach(.load): 3
        case .reach(.store): 4
        case .reach(.pause): 5
        case .reach(.park): 6
        case .reach(.unpark): 7
        case .reach(.spawn): 8
        case .retry: 9
        case .takeInRuntime: 10
        case .reach(.accessed): 11
        }
    }
}
