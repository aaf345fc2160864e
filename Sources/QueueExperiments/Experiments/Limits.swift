private import QueueConformance

/// The same operations under several limits.
extension ExperimentBook {
    static let limits = Experiment(
        4, "Limits",
        question: "Eight operations that wait, as for a network: how many execute at once under which limit?",
        rules: ["6.1", "6.2", "6.7", "6.8"], trials: [1, 2, 6, -1].map(limitTrial))

    private static func limitTrial(_ limit: Int) -> Trial {
        let names = (1...8).map { "\($0)" }
        let plan = TrialPlan(.synchronous, .ownQueue(limit: limit), names)
        if limit < 0 {
            return Trial("limit −1", "the queue decides", plan) { timeline in
                let most = timeline.mostAtOnce
                // A busy machine has the same effect.
                if most <= 1 { return .inconclusive("no two were at work at once") }
                return Conclusion(.shown, "up to \(most) at once")
            }
        }
        return Trial("limit \(limit)", "no more than \(limit) at once", plan) { timeline in
            let most = timeline.mostAtOnce
            if most > limit { return Conclusion(.contradicted, "\(most) at once, which are too many") }
            if limit == 1 { return Conclusion(.shown, "one at a time") }
            // Two must overlap to show anything; the limit is only a maximum.
            if most <= 1 { return .inconclusive("no two were at work at once") }
            return Conclusion(.shown, "\(most) at once" + (most < limit ? ", fewer than it allows" : ""))
        }
    }
}
