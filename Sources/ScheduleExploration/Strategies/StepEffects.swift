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
    /// What the schedule had used when the step began (``ResourceNames/uses``). In another schedule the same names are of the same
    /// resources only if this is the same.
    var usesBefore: UInt64 = 0

    init(isUnknown: Bool = false) { self.isUnknown = isUnknown }

    /// Whether its resources can be recognised in another schedule that begins in the same way.
    var isKnown: Bool { !isUnknown && !hasNew }

    /// The same step in two schedules that begin in the same way: what it has done in either.
    func union(_ other: StepEffects) -> StepEffects {
        var union = self
        union.resources += other.resources
        union.taken += other.taken
        union.names += other.names
        union.hasNew = hasNew || other.hasNew
        union.isUnknown = isUnknown || other.isUnknown || usesBefore != other.usesBefore
        return union
    }

    mutating func noteTaken(_ lock: ResourceID) { taken.append(lock) }

    mutating func note(_ resource: ResourceID, _ name: Int?) {
        resources.append(resource)
        if let name { names.append(name) } else { hasNew = true }
    }
}

/// Numbers for what a schedule uses, in the order of first use. So they are the same in all schedules that begin in the same way,
/// as addresses aren't: unless memory was given back in one, and came again as something else. Whoever compares names of two
/// schedules compares ``uses`` first.
struct ResourceNames {
    private var names: [ResourceID: Int] = [:]
    /// A hash of the names of all uses so far, in their order.
    private(set) var uses: UInt64 = 0

    mutating func removeAll() {
        names.removeAll(keepingCapacity: true)
        uses = 0
    }

    /// The name of a resource; nil if this is its first use.
    mutating func name(_ resource: ResourceID) -> Int? {
        let name = names[resource]
        if name == nil { names[resource] = names.count }
        // FNV-1a, by words.
        uses = (uses ^ UInt64(name ?? names.count)) &* 0x100_0000_01b3
        return name
    }
}
