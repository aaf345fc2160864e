private import QueueConformance

/// Two operations that are started one after the other: do they overlap?
extension ExperimentBook {
    static let startedByHand = Experiment(
        1, "Two operations, started by hand",
        question: "One thread starts two operations, one after the other. Do they overlap?",
        rules: ["1.6", "1.14"],
        trials: [
            Trial(
                "synchronous", "main does the work",
                TrialPlan(.synchronous, .byHand(on: .anotherThread), ["A", "B"])
            ) { timeline in
                timeline.mostAtOnce > 1
                    ? Conclusion(.contradicted, "yes, though start returns when main has")
                    : Conclusion(.shown, "no, B began after A had ended")
            },
            Trial(
                "asynchronous", "start is overridden, and returns before the work is done",
                TrialPlan(.asynchronous, .byHand(on: .anotherThread), ["A", "B"])
            ) { timeline in
                timeline.mostAtOnce > 1
                    ? Conclusion(.shown, "yes, B began before A had ended")
                    : .inconclusive("A had ended when B was started")
            },
        ])
}
