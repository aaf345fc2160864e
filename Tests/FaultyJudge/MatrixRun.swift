import ConcurrencyPrimitives
import DefectMatrix
import Dispatch
import FaultyQueues
import LinuxPlatform
import QueueConformance
import TestSupport

/// Judges every rule on every faulty queue that has no verdict yet, and prints each verdict as soon as it is there. So
/// whoever keeps the lines can go on later from where a run was ended.
struct MatrixRun {
    let jobs: Int
    /// The names of the queues to judge; nil for all.
    let queues: [String]?
    /// The lines of verdicts that are known.
    let known: [String]

    /// Judges, and ends the process.
    func runAndExit() -> Never {
        let task = startTask { await run() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            // Ends the processes that judge.
            source.setEventHandler { task.cancel() }
            source.activate()
            return source
        }
        withExtendedLifetime(sources) { dispatchMain() }
    }

    private func run() async {
        var matrix = DefectMatrix()
        for line in known { matrix.add(line: line) }
        // The queues that lack the same rules are judged together.
        let subjects = matrix.subjects.filter { queues?.contains($0.name) ?? true }
        let groups = Dictionary(grouping: subjects) { matrix.missing($0).map(\.id) }
        let total = groups.reduce(0) { $0 + $1.key.count * $1.value.count }
        let done = Atomic<Int>(0)
        for (ids, subjects) in groups.sorted(by: { $0.key.count > $1.key.count }) where !ids.isEmpty {
            let runner = ConformanceRunner(
                rules: RuleBook.all.filter { ids.contains($0.id) }, subjects: subjects,
                launcher: SubprocessLauncher(
                    executable: CommandLine.arguments[0], arguments: [], forks: true),
                jobs: jobs, watchdog: .hangGuard)
            do {
                _ = try await runner.run { result in
                    print(DefectMatrix.line(result))
                    fflush(nil)
                    let count = done.adding(1)
                    if count.isMultiple(of: 100) || count == total {
                        let text = "\(count) of \(total) verdicts\n"
                        write(STDERR_FILENO, text, text.utf8.count)
                    }
                }
            } catch { fatalError("The run ended: \(error)") }
        }
        exit(Task.isCancelled ? 130 : 0)
    }
}
