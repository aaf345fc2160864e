internal import ConcurrencyPrimitives

/// Decides, in one schedule, who goes on.
///
/// A strategy sees what each thread would do next, and nothing else. Asked at every step, also where there is only
/// one thread to choose. Used by one thread at a time.
protocol ScheduleStrategy {
    /// The index, among `candidates`, of the one that goes on.
    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int
}

/// A thread that can go on, and what it would do.
struct Candidate: Sendable {
    /// The thread's number: threads are numbered in the order in which they came into being.
    let thread: Int
    let next: ThreadStep

    /// Whether the order of this step and `other` may matter: both concern the same resource, and not both only read.
    func conflicts(with other: Candidate) -> Bool {
        guard let (resource, writes) = next.access, let (otherResource, otherWrites) = other.next.access
        else {
            return false
        }
        return resource == otherResource && (writes || otherWrites)
    }
}

struct StepContext: Sendable {
    /// The number of this step in its schedule.
    let step: Int
    /// The index of the thread that has made the last step; nil if it can't go on.
    let current: Int?
}

extension ThreadStep {
    /// What the step touches, and whether it may change it.
    var access: (resource: ResourceID, writes: Bool)? {
        switch self {
        case .begin, .reach(.spawn), .reach(.unlock), .reach(.unpark): nil
        case .reach(.lock(let resource)), .reach(.store(let resource)), .reach(.park(let resource)),
            .retry(let resource), .takeInRuntime(let resource):
            (resource, true)
        case .reach(.load(let resource)), .reach(.pause(let resource)): (resource, false)
        }
    }

    /// Whether the thread waits in a loop for what another has to do.
    var isPause: Bool { if case .reach(.pause) = self { true } else { false } }
}
