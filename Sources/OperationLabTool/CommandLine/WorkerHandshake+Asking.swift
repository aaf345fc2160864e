internal import QueueBenchmarking

extension WorkerHandshake {
    /// Starts a program that measures, and asks it what it can do.
    ///
    /// - Parameters:
    ///   - program: The value of the option.
    ///   - option: Its name, for errors.
    /// - Returns: The program, as its processes are started by, and its answer.
    /// - Throws: ``UsageError`` if there is no such program, or it doesn't end well; `WorkerFault` if it is no worker.
    static func asked(of program: String, _ option: String) async throws -> (path: String, Self) {
        let path = try ProgramPath.checked(program, option)
        let (answer, fault) = try await MeasureLauncher(executable: path).handshake()
        guard fault == nil, let answer else {
            throw UsageError(
                "\(option): \(program) ended with \(fault ?? "no answer") when it was asked for its queues")
        }
        return (path, answer)
    }
}
