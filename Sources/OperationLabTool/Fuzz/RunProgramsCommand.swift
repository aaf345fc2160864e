internal import ArgumentParser
private import ChildProcesses
private import ConcurrencyPrimitives
private import FoundationEssentials
private import QueueConformance
private import QueueFuzzing

/// The child of `oplab fuzz`: runs programs on one queue. Each line of its output is a ``FuzzMessage``.
struct RunProgramsCommand: ChildCommand {
    static let configuration = CommandConfiguration(
        commandName: "run-programs",
        abstract: "Runs random programs in this process, for '\(toolName) fuzz'.",
        shouldDisplay: false)

    /// A ``FuzzRequest``, as JSON.
    @Argument var request: String

    /// Programs between two reports of what they cover.
    private static let programsBetweenReports = 50

    func run() async throws {
        let parent = ParentProcess()
        Interruption.shared.listen(asChild: true)
        let request = try JSONDecoder().decode(FuzzRequest.self, from: Data(request.utf8))
        let subject = try QueueNames.operationSubject(QueueNames.subject(request.queue), or: "fuzzed")
        let end = Promise<Result<Void, any Error>>()
        // A thread of its own: a deadlock of a program may take all threads of the cooperative pool.
        WorkerTask.start {
            do {
                try await Self.run(request, subject) { parent.send([UInt8](try JSONEncoder().encode($0))) }
                end.fulfill(.success(()))
            } catch {
                end.fulfill(.failure(error))
            }
        }
        try await end.value().get()
    }

    private static func run(
        _ request: FuzzRequest, _ subject: any ConformanceSubject,
        _ send: @escaping @Sendable (FuzzMessage) throws -> Void
    ) async throws {
        var coverage = FuzzCoverage()
        var failures = 0
        let programs = request.program.map { [$0] } ?? []
        for number in 0..<(request.seeds.count + programs.count) {
            if Interruption.shared.isRequested { break }
            let program = programs.first ?? request.plan.program(request.seeds[number], subject)
            try send(.begins(program.seed))
            let outcome = await request.plan.run(program, subject, simplifies: request.simplifies) {
                // A lost sign of life doesn't matter: the next one replaces it.
                try? send(.goesOn)
                return !Interruption.shared.isRequested
            }
            coverage.add(outcome.history, of: program)
            if let violation = outcome.violation {
                let failure = FuzzFailure(
                    .violation(violation), program, outcome.history, schedule: outcome.schedule)
                try send(.failed(failure))
                failures += 1
            } else if let problem = outcome.problem {
                try send(.problem(problem))
            }
            try send(.ended(histories: outcome.histories, undecided: outcome.undecided))
            // On real threads, threads of a program that failed may be left.
            let mayBeLeft =
                request.plan.strategy == nil && (outcome.violation != nil || outcome.problem != nil)
            let isOver = mayBeLeft || failures >= request.mostFailures
            if isOver || number % programsBetweenReports == programsBetweenReports - 1 {
                try send(.coverage(coverage))
                coverage = FuzzCoverage()
            }
            if isOver { return }
        }
        try send(.coverage(coverage))
    }
}
