internal import ConcurrencyPrimitives

/// What happened in one schedule, as far as it takes to tell it from others and to run it again.
struct ScheduleTrace: Sendable {
    /// Where it left the non-preemptive schedule (``PreemptionList``).
    var preemptionList: [PreemptionList.Preemption] = []
    /// Steps at which more than one thread could go on.
    var choices = 0
    var steps = 0
    /// How many threads there were.
    var threads = 0
    /// How often a thread was switched away from that could have gone on.
    var preemptions = 0
    /// Of who made which kind of step, and how many could have: equal for equal schedules. No addresses go into it,
    /// which the system may give again to others, or not. (FNV-1a, by words.)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func note(thread: Int, _ step: ThreadStep, among candidates: Int) {
        steps += 1
        mix(UInt64(thread) << 16 | UInt64(candidates) << 4 | step.code)
    }

    private mutating func mix(_ word: UInt64) {
        hash = (hash ^ word) &* 0x100_0000_01b3
        hash ^= hash >> 29
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
        }
    }
}
