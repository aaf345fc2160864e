private import LinuxPlatform
internal import QueueBenchmarking
private import TextFormats

/// The queues that a command line names to be measured, of this program or of another.
struct MeasuredQueues {
    private(set) var subjects: [SubjectID]
    /// Those of this program; nil for another's.
    private let own: [any BenchmarkSubject]?
    /// The other program, as its processes are started by.
    let program: String?
    /// Whether the other program is a debug build; nil for this one.
    let isDebugBuild: Bool?

    /// Queues of this program.
    init(_ own: [any BenchmarkSubject]) {
        subjects = own.map { $0.id }
        self.own = own
        (program, isDebugBuild) = (nil, nil)
    }

    /// Queues of another program.
    ///
    /// - Parameters:
    ///   - program: The value of `--program`.
    ///   - names: The values of `--queue`; empty for the program's default, and one of Foundation's or Dispatch's to compare
    ///     with.
    /// - Throws: ``UsageError`` and `UnknownName` for what the command line has wrong, `WorkerFault` if it is no worker.
    init(of program: String, _ names: [String]) async throws {
        let (path, handshake) = try await WorkerHandshake.asked(of: program, "--program")
        guard handshake.plans ?? false else {
            throw UsageError(
                "--program: \(program) was built with a version of OperationLab that can't say which queue fits which "
                    + "scenario: build it with this one")
        }
        let all = handshake.subjects
        // A queue with several strategies goes by its name alone with the first one.
        func subject(_ name: String) -> SubjectID? {
            all.first { $0.queue == name } ?? all.first { "\($0)" == name }
        }
        var defaults = handshake.defaults.map { $0.compactMap(subject) } ?? all
        let references = [BenchmarkSummary.reference, AnchorSubject().name]
        if !defaults.contains(where: { references.contains($0.queue) }) {
            defaults += references.lazy.compactMap(subject).prefix(1)
        }
        subjects =
            names.isEmpty
            ? defaults
            : try CommaList.names("queue", names).map { name in
                guard let subject = subject(name) else {
                    throw UnknownName("queue", name, among: all.map { "\($0)" })
                }
                return subject
            }.reduce(into: []) { chosen, subject in
                if !chosen.contains(subject) { chosen.append(subject) }
            }
        own = nil
        (self.program, isDebugBuild) = (path, handshake.isDebugBuild)
    }

    /// What the results can't say of the other program: a sentence each.
    var unmeasured: [String] {
        program.map {
            [
                "The queues are those of \($0). The allocator that is named, and the version of Swift, are \(toolName)'s."
            ]
        } ?? []
    }

    /// These queues without one.
    func without(_ queue: String) -> MeasuredQueues {
        var copy = self
        copy.subjects.removeAll { $0.queue == queue }
        return copy
    }

    /// Which of the queues can be measured at which of the scenarios. Another program is asked.
    ///
    /// - Parameters:
    ///   - workloads: Those of the scenarios that files describe. The other program reads them.
    ///   - processors: The number of processors, and the limit at which queues without a limit are measured. Another program
    ///     takes that of its machine.
    func fits(
        at scenarios: [any Scenario], _ workloads: WorkloadCopies, processors: Int
    ) async throws -> [[QueueFit]] {
        if let own {
            let own = own.filter { subjects.contains($0.id) }
            return scenarios.map { scenario in
                own.map { QueueFit(of: $0, at: scenario, processors: processors) }
            }
        }
        let folder = try ScratchFolder("bench")
        defer { folder.remove() }
        return try await launcher(try UsageError.onFileError { try workloads.write(to: folder.path) })
            .fits(of: subjects, at: scenarios.map { BenchmarkCase($0) })
    }

    /// Starts the processes that measure.
    ///
    /// - Parameter workloads: The files of workloads that they read.
    func launcher(_ workloads: [String]) throws -> MeasureLauncher {
        MeasureLauncher(executable: try program ?? OwnExecutable.path(), workloads: workloads)
    }
}

extension MeasureLauncher {
    /// - Parameters:
    ///   - executable: The program's path.
    ///   - workloads: The files of workloads that it reads.
    init(executable: String, workloads: [String]) {
        self.init(executable: executable, arguments: ["measure"] + workloads.map { "--workload=\($0)" })
    }
}
