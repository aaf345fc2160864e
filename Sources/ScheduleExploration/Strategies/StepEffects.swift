internal import ConcurrencyPrimitives

/// What a step has done beyond the access that it announced: by that one knows which other steps it doesn't commute with.
struct StepEffects: Sendable {
    /// What it has released, signalled, taken, enqueued or begun to wait for.
    private(set) var resources: [ResourceID] = []
    /// The locks that it has taken.
    private(set) var taken: [ResourceID] = []
    /// The names of those that were used in the schedule before.
    private(set) var names: [Int] = []
    /// The name of what it has announced.
    var announced: Int?
    /// Whether it was the first to use something, which is known by no name then.
    private(set) var hasNew = false
    /// It depends on the time, on a mutex of the runtime, or on a thread outside.
    var isUnknown = false

    init(isUnknown: Bool = false) { self.isUnknown = isUnknown }

    /// Whether its resources can be recognised in another schedule that begins in the same way.
    var isKnown: Bool { !isUnknown && !hasNew }

    /// What either has done.
    func union(_ other: StepEffects) -> StepEffects {
        var union = self
        union.resources += other.resources
        union.taken += other.taken
        union.names += other.names
        union.hasNew = hasNew || other.hasNew
        union.isUnknown = isUnknown || other.isUnknown
        return union
    }

    mutating func noteTaken(_ lock: ResourceID) { taken.append(lock) }

    mutating func note(_ resource: ResourceID, _ name: Int?) {
        resources.append(resource)
        if let name { names.append(name) } else { hasNew = true }
    }
}

/// Numbers for what a schedule uses, in the order of first use. So they are the same in all schedules that begin in the same way,
/// as addresses aren't.
struct ResourceNames {
    private var names: [ResourceID: Int] = [:]

    mutating func removeAll() { names.removeAll(keepingCapacity: true) }

    /// The name of a resource; nil if this is its first use.
    mutating func name(_ resource: ResourceID) -> Int? {
        if let name = names[resource] { return name }
        names[resource] = names.count
        return nil
    }
}
