/// The cases of a run that haven't begun, in the order in which they are to begin.
///
/// Those that take seconds come first, so that none ends long after all others. They mostly wait, so they leave places to the rest: a
/// quarter of four jobs or more.
struct CaseQueue {
    struct Case: Sendable {
        /// The place of its trial among all.
        let trial: Int
        let name: String
        let takesSeconds: Bool
    }

    private var long: ArraySlice<Case>
    private var short: ArraySlice<Case>
    /// How many long ones run, and may.
    private var running = 0
    private let most: Int

    init(_ trials: [RuleTrial], jobs: Int) {
        let cases = trials.indices.flatMap { trial in
            trials[trial].cases.map {
                Case(trial: trial, name: $0, takesSeconds: trials[trial].rule.takesSeconds)
            }
        }
        long = cases.filter(\.takesSeconds)[...]
        short = cases.filter { !$0.takesSeconds }[...]
        most = max(1, jobs * 3 / 4)
    }

    /// Takes out the next one, which runs until ``end(_:)``.
    mutating func next() -> Case? {
        guard running < most || short.isEmpty, let next = long.popFirst() else { return short.popFirst() }
        running += 1
        return next
    }

    mutating func end(_ ended: Case) { if ended.takesSeconds { running -= 1 } }
}
