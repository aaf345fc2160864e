internal import Operations

/// One part of an experiment: some operations, run in one way.
public struct Trial: Sendable {
    /// Its name: "limit 2".
    public let name: String
    /// What it does, for people.
    public let summary: String
    let plan: TrialPlan
    private let conclude: @Sendable (Timeline) -> Conclusion

    init(
        _ name: String, _ summary: String, _ plan: TrialPlan,
        conclude: @escaping @Sendable (Timeline) -> Conclusion
    ) {
        self.name = name
        self.summary = summary
        self.plan = plan
        self.conclude = conclude
    }

    /// The conclusion from the recorded `timeline` of a run of this trial.
    public func conclusion(from timeline: Timeline) -> Conclusion {
        if let twice = timeline.operations.first(where: { $0.repeats > 0 }) {
            return Conclusion(.contradicted, "\(twice.name) ran more than once, against rule 1.5")
        }
        let unended = timeline.unended
        guard unended.isEmpty else {
            let names = unended.joined(separator: ", ")
            return .inconclusive("\(names) \(unended.count == 1 ? "hasn't" : "haven't") ended")
        }
        return conclude(timeline)
    }
}

/// The operations of a trial, and how to run them.
struct TrialPlan: Sendable {
    enum Design: Sendable {
        /// `main` does the work.
        case synchronous
        /// `start` is overridden: it arranges for the work to be done, and returns.
        case asynchronous
    }

    enum Caller: Sendable { case mainThread, anotherThread }

    enum Way: Sendable {
        /// `start` is called, one operation after the other.
        case byHand(on: Caller)
        /// The main thread adds them to a new queue.
        case ownQueue(limit: Int? = nil)
        /// The main thread adds them to its own queue.
        case mainQueue
    }

    struct Member: Sendable {
        let name: String
        var dependencies: [String] = []
    }

    let design: Design
    let way: Way
    /// In the order in which they are started or added.
    let members: [Member]

    init(_ design: Design, _ way: Way, _ names: [String]) {
        self.init(design, way, members: names.map { Member(name: $0) })
    }

    init(_ design: Design, _ way: Way, members: [Member]) {
        self.design = design
        self.way = way
        self.members = members
    }

    /// The capabilities that a queue needs for it.
    var needs: [QueueCapability] {
        var needs: [QueueCapability] = []
        switch way {
        case .byHand: needs.append(.lifeCycle)
        case .ownQueue(let limit): if limit != nil { needs.append(.concurrencyLimit) }
        case .mainQueue: needs.append(.mainQueue)
        }
        if design == .asynchronous { needs.append(.startOverrides) }
        if members.contains(where: { !$0.dependencies.isEmpty }) { needs.append(.dependencies) }
        return needs
    }

    var caller: Caller {
        if case .byHand(let caller) = way { return caller }
        return .mainThread
    }
}
