#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Runs one of the programs, and prints how many seconds it took, or "never". Without an argument it prints their names.
///
/// Called by scripts/default-limit, which explains it. It is compiled twice, with Foundation's queue and with the drop-in.
@main struct DefaultLimit {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            for program in TimedProgram.allCases { print(program.rawValue) }
            return
        }
        guard let program = TimedProgram(rawValue: CommandLine.arguments[1]) else {
            fatalError("there is no program '\(CommandLine.arguments[1])'")
        }
        let ended = DispatchSemaphore(value: 0)
        let start = ContinuousClock.now
        // The main thread stays free to notice that it never ends.
        Thread.detachNewThread {
            program.run(on: OperationQueue())
            ended.signal()
        }
        let result = ended.wait(timeout: .now() + program.deadline)
        let time = (ContinuousClock.now - start) / .seconds(1)
        print(result == .success ? String(format: "%.3f", time) : "never")
        // What blocks for ever must not keep the process.
        exit(0)
    }
}
