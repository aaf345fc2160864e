private import QueueConformance

/// The queue of the main thread, and a new one.
extension ExperimentBook {
    static let mainAndOwnQueue = Experiment(
        3, "The main queue, and a new one",
        question:
            "The main thread adds three operations to a queue. On which threads do they run, and how many at once?",
        rules: ["1.13", "1.16", "10.3"],
        trials: [
            mainTrial("synchronous on the main queue", .synchronous),
            mainTrial("asynchronous on the main queue", .asynchronous),
            ownTrial("synchronous on a new queue", .synchronous),
            ownTrial("asynchronous on a new queue", .asynchronous),
        ])

    private static func mainTrial(_ name: String, _ design: TrialPlan.Design) -> Trial {
        Trial(name, designed(design), TrialPlan(design, .mainQueue, ["A", "B", "C"])) { timeline in
            let isKept = timeline.threads.allSatisfy(\.isMain) && timeline.mostAtOnce <= 1
            return Conclusion(isKept ? .shown : .contradicted, places(timeline) + ", " + atOnce(timeline))
        }
    }

    private static func ownTrial(_ name: String, _ design: TrialPlan.Design) -> Trial {
        Trial(name, designed(design), TrialPlan(design, .ownQueue(), ["A", "B", "C"])) { timeline in
            Conclusion(.shown, places(timeline) + ", " + atOnce(timeline))
        }
    }

    private static func designed(_ design: TrialPlan.Design) -> String {
        design == .synchronous ? "main does the work" : "start returns before the work is done"
    }

    private static func places(_ timeline: Timeline) -> String {
        let others = timeline.threads.count { !$0.isMain }
        let other = others == 1 ? "another thread" : "\(others) other threads"
        if !timeline.threads.contains(where: \.isMain) { return "on \(other)" }
        return others == 0 ? "on the main thread" : "on the main thread and \(other)"
    }

    private static func atOnce(_ timeline: Timeline) -> String {
        timeline.mostAtOnce <= 1 ? "one at a time" : "up to \(timeline.mostAtOnce) at once"
    }
}
