private import LinuxPlatform
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
/// Build it at two commits, and give both programs to `oplab gate`. A program that only measures needs nothing but
/// `BenchmarkWorker`.
public enum GateWorker {
    /// Does what the arguments say: `measure`, or `judge --rule … --queue … --case=…`; anything else ends the process
    /// with status 64.
    ///
    /// - Parameters:
    ///   - measuring: The queues that can be measured.
    ///   - judging: The queues that can be judged by the rules.
    ///   - defaults: The queues that are compared where none is named; nil for all.
    ///   - arguments: Of the process, without its name.
    /// - Throws: What `BenchmarkWorker.serve(_:scenarios:judged:rulesVersion:defaults:as:)` throws.
    public static func serve(
        measuring: [any BenchmarkSubject], judging: [any ConformanceSubject] = [],
        defaults: [String]? = nil, arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) async throws {
        switch arguments.first {
        case "measure":
            try await BenchmarkWorker.serve(
                measuring, judged: judged(judging), rulesVersion: judging.isEmpty ? nil : RuleBook.version,
                defaults: defaults)
        case "judge":
            await ChildJudge.serve(Array(arguments.dropFirst())) { name in
                judging.first { $0.name == name }
            }
        default:
            refuse(
                "this is a benchmark worker; 'oplab gate' starts it, with the argument 'measure' or 'judge'")
        }
    }

    /// What a worker says that it can judge: each queue, with what it can't do, and why.
    public static func judged(_ subjects: [any ConformanceSubject]) -> [String: [String: String]] {
        Dictionary(uniqueKeysWithValues: subjects.map { ($0.name, $0.claims.missing) })
            .mapValues { missing in
                Dictionary(uniqueKeysWithValues: missing.map { ($0.key.rawValue, $0.value) })
            }
    }

    private static func refuse(_ reason: String) -> Never {
        let line = "Error: \(reason)\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(64)
    }
}
