private import CStandardStreams
private import ConcurrencyPrimitives
private import LinuxPlatform
public import OperationQueues
public import Operations
internal import QueueSubjects
private import TextFormats

/// A command-line tool that judges, explores, fuzzes, measures and gates queues.
///
/// ```swift
/// @main struct MyLab {
///     static func main() async { await OperationLabTool.main(subjects: [MySubject()]) }
/// }
/// ```
///
/// Such a program has every command of `oplab`, for its own queues beside this project's, Foundation's and Dispatch's.
/// It can be a variant of a gate, too. `oplab` itself is such a program.
public enum OperationLabTool {
    private static let registered = Promise<SubjectRegistry>()

    /// The queues that the commands know: this project's alone, until ``main(subjects:strategies:)`` is called.
    static var subjects: SubjectRegistry { registered.current ?? .project }

    /// Runs the command that the process's arguments give, and ends the process with its status.
    ///
    /// Call it at once, and once: it ignores SIGPIPE, and the commands start this program as a child, with the same
    /// subjects. The main thread has to serve the main queue, as it does while an asynchronous `main` waits.
    ///
    /// - Parameters:
    ///   - subjects: The queues of the program's author. Each conforms to `ConformanceSubject`, to be judged, to
    ///     `BenchmarkSubject`, to be measured, or to both. They come first in tables, and a command that judges, explores,
    ///     fuzzes or gates takes them where none is named. Two queues of one name end the process with status 64.
    ///   - strategies: Scheduling strategies of the program's author, for this project's queues: `--queue-strategy` names them, and
    ///     each makes two queues, such as `lock-mine` and `actor-mine`, which are judged where no queue is named.
    public static func main(
        subjects: [any QueueSubject] = [], strategies: [SchedulingStrategy] = []
    ) async -> Never {
        // A closed pipe, as with `oplab … | head`, must not kill the process: writes fail then, and the exit status is
        // still right.
        signal(SIGPIPE, SIG_IGN)
        // Before `main`, too. Here so that it is linked.
        oplab_reserve_standard_streams()
        do throws(SubjectRefusal) {
            registered.fulfill(try SubjectRegistry(own: subjects, strategies: strategies))
        } catch {
            Terminal.error("Error: \(error)\n")
            Launch.end(.badUsage)
        }
        await Launch.run(Array(CommandLine.arguments.dropFirst()))
    }
}

/// The name of this program, for examples and command lines that can be repeated.
let toolName = ShellWords.line([OwnExecutable.name])
