internal import Operations

/// What is in a queue at one moment, or the beginning of it: copied under the queue's lock, or in its actor, and looked at
/// outside, since that calls `isFinished` and so on, which may be a client's.
struct QueueContent: Sendable {
    var settings: QueueSettings
    /// How many operations the queue holds.
    var count: Int
    /// The first of them, in the order of adding.
    let members: [Operation]
    /// Which of `members` are barriers.
    let barriers: Set<ObjectIdentifier>

    /// How many members are copied for the text of an error: a wait that ends early may be one of many in a row, and a
    /// queue of a million members must not hold up its producers for each.
    static let describedMembers = 1_000

    /// The members of a cycle over dependencies and barriers, each waiting for the next and the last for the first; nil if
    /// there is none among the members that are here, and what those depend on.
    var cycle: [Operation]? { DependencyCycle.find(from: members, alsoOver: barrierEdges) }

    private var barrierEdges: [ObjectIdentifier: [Operation]] {
        BarrierEdges(members) { barriers.contains(ObjectIdentifier($0)) }.waitsFor
    }

    /// The first few that haven't finished since.
    private var unfinished: [Operation] { Array(members.lazy.filter { !$0.isFinished }.prefix(5)) }

    /// What has to come about for the queue to be empty, in words.
    func describeWait(for queue: AnyObject) -> String {
        var text = "\(settings.name ?? defaultName(of: queue)) was empty; it holds "
        text += count == 0 ? "nothing by now" : describeSome(unfinished, of: count)
        if settings.isSuspended { text += "; it is suspended" }
        if settings.limit == 0 { text += "; its limit is 0" }
        let search = DependencyCycle.search(from: members, alsoOver: barrierEdges)
        if search.members == nil, count > members.count {
            text += "; a dependency cycle was looked for among its first \(members.count) operations only"
        }
        return text + search.description
    }
}
