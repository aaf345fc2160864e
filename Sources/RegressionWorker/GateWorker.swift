private import ChildProcesses
private import Operations
public import QueueBenchmarking
public import QueueConformance

/// One variant of a gate: a program that measures queues, and judges them by the rules.
///
/// ```swift
/// @main struct Worker {
///     static func main() async throws {
///         try await GateWorker.serve(measuring: [MyQueueSubject()], judging: [MyQueueSubject()])
///     }
/// }
/// ```
///
/// Build it at two commits, and pass both programs to `oplab gate`; or pass one to `oplab conform` or `oplab bench` by
/// `--program`. A program that only measures needs only `BenchmarkWorker`.
public enum GateWorker {
    /// Follows its arguments: `measure`, with `--workload=FILE` for each workload of a file; or `judge --rule … --queue … --case=…`. Other arguments end the process
    /// with status 64.
    ///
    /// - Parameters:
    ///   - measuring: The queues that can be measured.
    ///   - judging: The queues that can be judged by the rules.
    ///   - defaults: The queues that are compared by default; nil for all.
    ///   - arguments: The arguments of the process, without its name.
    /// - Throws: What `BenchmarkWorker.serve(_:scenarios:judged:borrowing:judgedDefaults:explored:rulesVersion:defaults:as:)` throws.
    public static func serve(
        measuring: [any BenchmarkSubject], judging: [any JudgedSubject] = [],
        defaults: [String]? = nil, arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) async throws {
        switch arguments.first {
        case "measure":
            try await BenchmarkWorker.serve(
                measuring, workloads: try WorkloadScenario.read(workloads(arguments.dropFirst())),
                judged: judged(judging), borrowing: borrowing(judging),
                rulesVersion: judging.isEmpty ? nil : RuleBook.version,
                defaults: defaults)
        case "judge":
            await ChildJudge.serve(Array(arguments.dropFirst())) { name in
                judging.first { $0.name == name }
            }
        default:
            ParentProcess.refuse(
                "this is a benchmark worker; 'oplab gate' starts it, with the argument 'measure' or 'judge'")
        }
    }

    private static func workloads(_ arguments: ArraySlice<String>) -> [String] {
        arguments.map { argument in
            guard let sign = argument.firstIndex(of: "="), argument[..<sign] == "--workload" else {
                ParentProcess.refuse("this worker doesn't know the argument '\(argument)' after 'measure'")
            }
            return String(argument[argument.index(after: sign)...])
        }
    }

    /// The part of the handshake that names the queues that can be judged, each with the capabilities that it
    /// lacks, and why.
    public static func judged(_ subjects: [any JudgedSubject]) -> [String: [String: String]] {
        Dictionary(uniqueKeysWithValues: subjects.map { ($0.name, $0.claims.missing) })
            .mapValues { missing in
                Dictionary(uniqueKeysWithValues: missing.map { ($0.key.rawValue, $0.value) })
            }
    }

    /// The part of the handshake that names those that run another project's operations.
    public static func borrowing(_ subjects: [any JudgedSubject]) -> [String] {
        subjects.compactMap { $0 as? any ConformanceSubject }.filter { !$0.ownsOperations }.map(\.name)
    }
}
