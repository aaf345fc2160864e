/// All experiments, in the order of their numbers.
public enum ExperimentBook {
    /// To add one, write a file under `Experiments`, and name it here.
    public static let all: [Experiment] = [
        startedByHand, startingThread, mainAndOwnQueue, limits, dependencies, downloads,
    ]
}
