/// Something that jobs were sent to, and that runs them when the scheduler lets it.
protocol CapturedExecutor: AnyObject, Sendable {
    /// Runs a job on the calling thread.
    func run(_ job: UnownedJob)
}
