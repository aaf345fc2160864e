internal import ConcurrencyPrimitives

/// Chooses, in one schedule, which thread continues.
///
/// A strategy sees the next step of each thread, and nothing else. It is asked at every step, also if only one thread can
/// continue. Used by one thread at a time.
protocol ScheduleStrategy {
    /// The points at which it is asked.
    var points: SchedulePoints { get }

    /// Whether it needs ``StepContext/effects``.
    var needsEffects: Bool { get }

    /// Whether it needs ``Candidate/lineage``.
    var needsLineages: Bool { get }

    /// The index, in `candidates`, of the thread that continues.
    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int

    /// No thread can continue. Called only if it needs effects, with those of the last step.
    mutating func end(_ effects: StepEffects)

    /// Which of so many stores a load reads, or which place in their order a store takes: 0 is the last one.
    mutating func chooseStore(among count: Int) -> Int
}

extension ScheduleStrategy {
    var points: SchedulePoints { .beforeAccesses }
    var needsEffects: Bool { false }
    var needsLineages: Bool { false }
    func end(_ effects: StepEffects) {}
}

/// A thread that can continue, and its next step.
struct Candidate: Sendable {
    /// The thread's number, in the order of creation.
    let thread: Int
    let next: ThreadStep
    /// What names the thread in all schedules (``ThreadLineages``). Only for a strategy that asks for it.
    var lineage: UInt64 = 0
    /// Where it is among the threads that have not ended.
    var position = 0
    /// Whether it waits, and would wake by what needn't happen: without a signal, or by a limit that runs out early.
    var isSpurious = false
    /// Whether it is the thread that runs.
    var isCurrent = false
    /// Whether it has made so many steps alone that it seems to wait in a loop, whatever its steps are.
    var hasMadeMany = false

    /// Whether the thread waits in a loop for another thread.
    var isPause: Bool { next.isPause || hasMadeMany }

    /// Whether the order of this step and `other` may matter: both use the same resource, and at least one may change it.
    func conflicts(with other: Candidate) -> Bool {
        guard let (resource, writes) = next.access, let (otherResource, otherWrites) = other.next.access
        else {
            return false
        }
        return resource == otherResource && (writes || otherWrites)
    }
}

struct StepContext: Sendable {
    /// The number of points that were passed before this step in its schedule.
    let step: Int
    /// The index of the thread that made the last step; nil if it can't continue.
    let current: Int?
    /// What the last step has done beyond its access. Only for a strategy that asks for it.
    var effects: StepEffects?
    /// What the schedule has used so far (``ResourceNames/uses``). Only for the same.
    var uses: UInt64 = 0
}

extension ThreadStep {
    /// The resource that the step uses, and whether it may change it.
    var access: (resource: ResourceID, writes: Bool)? {
        switch self {
        case .begin, .reach(.spawn), .reach(.unlock), .reach(.unpark), .reach(.accessed): nil
        case .reach(.lock(let resource)), .reach(.store(let resource)), .reach(.park(let resource)),
            .retry(let resource), .takeInRuntime(let resource):
            (resource, true)
        case .reach(.load(let resource)), .reach(.pause(let resource)): (resource, false)
        }
    }

    /// Whether the thread waits in a loop for another thread.
    var isPause: Bool { if case .reach(.pause) = self { true } else { false } }
}
