private import LinuxPlatform
internal import QueueBenchmarking
internal import RegressionGate
private import TextFormats

/// A build whose queues `oplab why` compares: this program, or another with a benchmark worker.
struct MeasuredProgram {
    /// The value of the option; nil for this program.
    private let name: String?
    private let path: String
    private let handshake: WorkerHandshake?

    /// Asks the program what it can measure.
    ///
    /// - Parameters:
    ///   - program: The value of the option; nil for this program.
    ///   - option: Its name, for errors.
    /// - Throws: ``UsageError`` if there is no such program; `WorkerFault` if it is no worker.
    init(_ program: String?, _ option: String) async throws {
        name = program
        guard let program else {
            path = try OwnExecutable.path()
            handshake = nil
            return
        }
        (path, handshake) = try await WorkerHandshake.asked(of: program, option)
    }

    /// A queue of the program, for a comparison.
    ///
    /// - Parameters:
    ///   - queue: Its name.
    ///   - strategy: That of its strategy; nil for the usual one.
    ///   - workloads: The files of workloads that the program has to read.
    /// - Throws: ``UsageError`` or `UnknownName` if it has no such queue.
    func variant(_ queue: String, strategy: String?, _ workloads: [String] = []) throws
        -> ExplanationRunner.Variant
    {
        let launcher = MeasureLauncher(executable: path, workloads: workloads)
        guard let handshake else {
            return .init(try QueueOptions.subject(queue, strategy: strategy).id, in: launcher)
        }
        let named = handshake.subjects.filter { $0.queue == queue }
        guard let standard = named.first else {
            throw UnknownName("queue", queue, among: Array(Set(handshake.subjects.map(\.queue))).sorted())
        }
        let wanted = strategy.map { SubjectID(queue: queue, strategy: $0) } ?? standard
        guard named.contains(wanted) else {
            throw UnknownName("queue-strategy", wanted.strategy, among: named.map(\.strategy))
        }
        return .init(wanted, in: launcher, canTrace: handshake.traces ?? false)
    }

    /// What a queue is called beside that of another program.
    func label(_ subject: SubjectID) -> String { name.map { "\(subject) of \($0)" } ?? "\(subject)" }
}
