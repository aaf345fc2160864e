/// An executor that passes its jobs to the scheduler, and runs them when the scheduler chooses.
protocol CapturedExecutor: AnyObject, Sendable {
    /// Runs a job on the calling thread.
    func run(_ job: UnownedJob)
}
