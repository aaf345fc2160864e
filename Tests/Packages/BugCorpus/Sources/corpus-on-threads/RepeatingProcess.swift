import Foundation
import LinuxPlatform

/// Another process of this program, which runs one form of a program again and again.
struct RepeatingProcess {
    struct Result {
        let ending: Ending
        /// The run in which it ended.
        let last: RunRecord.Entry
    }

    let name: String
    let isFixed: Bool
    let seconds: Int
    let hangSeconds: Int
    /// A folder for its files.
    let folder: URL

    private static let pause = 0.02

    /// Starts it, and waits until it ends, or kills it.
    func run() throws -> Result {
        let form = "\(name)-\(isFixed ? "fixed" : "buggy")"
        let recordPath = folder.appending(path: "\(form).record").path
        let outputPath = folder.appending(path: "\(form).txt").path
        for path in [recordPath, outputPath] {
            guard FileManager.default.createFile(atPath: path, contents: nil) else {
                throw Failure("can't write '\(path)'")
            }
        }
        guard let record = RunRecord(reading: recordPath),
            let output = FileHandle(forWritingAtPath: outputPath)
        else { throw Failure("can't open what was just made in '\(folder.path)'") }
        defer {
            record.close()
            try? output.close()
            try? FileManager.default.removeItem(atPath: recordPath)
        }
        let process = try process(record: recordPath, output: output)
        do { try process.run() } catch {
            throw Failure("can't start the program again: \(error.localizedDescription)")
        }
        let stopped = watch(process, record)
        process.waitUntilExit()
        return Result(
            ending: stopped ?? ending(of: process, output: outputPath), last: record.read())
    }

    private func process(record: String, output: FileHandle) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: try OwnExecutable.path())
        let form = isFixed ? ["--fixed"] : []
        process.arguments = [name, "--seconds", "\(seconds)", "--record", record] + form
        process.environment = Self.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        return process
    }

    /// ThreadSanitizer ends at its first report, and leaves signals to the system: else a crash would look like a report.
    private static let environment: [String: String] = {
        var environment = ProcessInfo.processInfo.environment
        let signals = ["segv", "sigbus", "abort", "sigill", "sigtrap", "sigfpe"].map { "handle_\($0)=0" }
        let options = ["halt_on_error=1", "exitcode=\(Ending.reportStatus)"] + signals
        let given = environment["TSAN_OPTIONS"].map { [$0] } ?? []
        environment["TSAN_OPTIONS"] = (given + options).joined(separator: ":")
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }()

    /// Kills the process if it doesn't go on, and returns how it was then. Nil if it ends by itself.
    private func watch(_ process: Process, _ record: RunRecord) -> Ending? {
        var last = record.read()
        var progress = ContinuousClock.now
        while process.isRunning {
            Thread.sleep(forTimeInterval: Self.pause)
            let current = record.read()
            let time = ContinuousClock.now - progress
            if current != last {
                last = current
                progress = .now
            } else if time > .seconds(hangSeconds), sleeps(process), record.read() == last {
                return kill(process) ? .hang : nil
            } else if time > .seconds(20 * hangSeconds) {
                return kill(process) ? .undecided : nil
            }
        }
        return nil
    }

    /// Looks at it for a second.
    private func sleeps(_ process: Process) -> Bool {
        let number = Int(process.processIdentifier)
        guard let first = ProcessLoad(ofProcess: number) else { return false }
        Thread.sleep(forTimeInterval: 1)
        guard let second = ProcessLoad(ofProcess: number) else { return false }
        return second.since(first).isOfSleeper(in: .seconds(1))
    }

    /// Returns false if the process had ended by itself before.
    private func kill(_ process: Process) -> Bool {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    }

    private func ending(of process: Process, output: String) -> Ending {
        Ending(
            wasSignal: process.terminationReason == .uncaughtSignal, status: process.terminationStatus,
            output: (try? String(contentsOfFile: output, encoding: .utf8)) ?? "")
    }
}

extension ProcessLoad {
    /// Whether the process neither ran nor waited for a processor, but for a twentieth of the time. ThreadSanitizer has a thread
    /// of its own, which wakes now and then.
    func isOfSleeper(in time: Duration) -> Bool { ran + waited < time / 20 }
}
