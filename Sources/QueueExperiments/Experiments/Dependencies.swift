private import QueueConformance

/// Operations that are added before those that they depend on.
extension ExperimentBook {
    static let dependencies = Experiment(
        5, "Dependencies",
        question:
            "D depends on B and C, and these on A. They are added in the order D, C, B, A. In which order do they run?",
        rules: ["3.1", "5.3"],
        trials: [
            // Shows that the order in the other trial is not an accident.
            Trial(
                "without dependencies", "for comparison",
                TrialPlan(.synchronous, .ownQueue(), ["D", "C", "B", "A"])
            ) { timeline in
                guard let early = early(timeline) else {
                    return .inconclusive("they ran in the order of the dependencies, though they had none")
                }
                return Conclusion(.shown, "\(early.dependent) began before \(early.dependency) had ended")
            },
            Trial(
                "with dependencies", "D after B and C, B and C after A",
                TrialPlan(
                    .synchronous, .ownQueue(),
                    members: [
                        .init(name: "D", dependencies: ["B", "C"]), .init(name: "C", dependencies: ["A"]),
                        .init(name: "B", dependencies: ["A"]), .init(name: "A"),
                    ])
            ) { timeline in
                guard let early = early(timeline) else {
                    return Conclusion(.shown, "each began after those that it depends on had ended")
                }
                return Conclusion(
                    .contradicted, "\(early.dependent) began before \(early.dependency) had ended")
            },
        ])

    private static let edges = [("D", "B"), ("D", "C"), ("C", "A"), ("B", "A")]

    /// The first pair whose dependent began before its dependency had ended.
    private static func early(_ timeline: Timeline) -> (dependent: String, dependency: String)? {
        edges.first { dependent, dependency in
            guard let began = timeline[dependent]?.began, let ended = timeline[dependency]?.ended else {
                return false
            }
            return began.time < ended.time
        }
    }
}
