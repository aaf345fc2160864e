private import QueueConformance

/// An operation that is started on the main thread, or on another: on which does it run?
extension ExperimentBook {
    static let startingThread = Experiment(
        2, "Started on the main thread, and on another",
        question:
            "On which thread does an operation run that is started by hand, and how long does it keep it?",
        rules: ["1.6", "1.14"],
        trials: [
            startingTrial("synchronous on the main thread", .synchronous, .mainThread),
            startingTrial("synchronous on another thread", .synchronous, .anotherThread),
            startingTrial("asynchronous on the main thread", .asynchronous, .mainThread),
            startingTrial("asynchronous on another thread", .asynchronous, .anotherThread),
        ])

    private static func startingTrial(
        _ name: String, _ design: TrialPlan.Design, _ caller: TrialPlan.Caller
    ) -> Trial {
        let thread = caller == .mainThread ? "the main thread calls start" : "a thread of its own calls start"
        let plan = TrialPlan(design, .byHand(on: caller), ["A"])
        return Trial(name, thread, plan) { timeline in
            guard let operation = timeline.operations.first, let called = operation.called,
                let began = operation.began, let ended = operation.ended
            else { return .inconclusive("A was not seen from begin to end") }
            guard began.thread.isSame(as: called.thread) else {
                return Conclusion(.contradicted, "on another thread than the one that called start")
            }
            switch design {
            case .synchronous:
                return ended.thread.isSame(as: began.thread)
                    ? Conclusion(.shown, "on the thread that called start, until its work was done")
                    : Conclusion(
                        .contradicted, "main began on the thread that called start, and ended on another")
            case .asynchronous:
                guard operation.outlivesStart else {
                    return .inconclusive("A had ended when its start returned")
                }
                let end = ended.thread.isSame(as: began.thread) ? "the same thread" : "another thread"
                return Conclusion(
                    .shown, "on the thread that called start, until start returned; the end came on \(end)")
            }
        }
    }
}
