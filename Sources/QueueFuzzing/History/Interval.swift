/// The times between which something happened: after `from`, and before `to`.
struct Interval: Hashable, Sendable {
    /// The time of what never happened.
    static let never = Int.max

    var from: Int
    /// ``never`` for a call that has not returned.
    var to: Int

    init(_ from: Int, _ to: Int) {
        self.from = from
        self.to = to
    }

    /// Whether this was over before `other` began.
    func precedes(_ other: Interval) -> Bool { to < other.from }
}
