private import ConcurrencyPrimitives
private import FoundationEssentials
internal import QueueBenchmarking
internal import Subprocess
private import SystemPackage

/// Starts a program as a process that measures: this one, or another that holds a `BenchmarkWorker`.
struct MeasureLauncher: RunLauncher {
    let executable: String
    var arguments = ["measure"]
    /// How long an answer may take. The last resort: a worker gives up by itself what never ends, if it is one.
    var limit = Duration.seconds(180)

    func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String? {
        var options = PlatformOptions()
        // A group of its own, so that what it starts can be ended with it.
        options.processGroupID = 0
        let overdue = Mutex(false)
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(arguments), environment: environment(purpose),
            platformOptions: options, input: .inputWriter, output: .sequence, error: .currentStandardError
        ) { execution in
            let watchdog = Watchdog(limit: limit) {
                overdue.withLock { $0 = true }
                try? execution.send(signal: .kill, toProcessGroup: true)
            }
            let lines = ProcessLines(execution.standardOutput)
            let input = execution.standardInputWriter
            // However it ends, nothing of it is left.
            defer { try? execution.send(signal: .kill, toProcessGroup: true) }
            let line = try await watchdog.watch { try await lines.next() }
            if overdue.withLock({ $0 }) {
                throw WorkerFault(program: executable, reason: "it said nothing for \(limit)")
            }
            let greeting = try greeting(line)
            try await body(
                Connection(
                    program: executable, greeting: greeting, input: input, output: lines, watchdog: watchdog))
            // It ends by itself now, so that a leak detector gets to look.
            try await input.finish()
            _ = try await watchdog.watch { try await lines.rest() }
        }
        // Who is interrupted reads no further, and so has killed it.
        try Task.checkCancellation()
        if overdue.withLock({ $0 }) { return "no answer for \(limit); it was killed" }
        switch result.terminationStatus {
        case .exited(0): return nil
        case .exited(let status): return "status \(status)"
        case .signaled(let signal): return "signal \(signal)"
        }
    }

    private func environment(_ purpose: RunPurpose) -> Environment {
        // Of another size each time: where the stack begins, and with it how data lies in caches, depends on it
        // (Mytkowicz et al.: Producing wrong data without doing anything obviously wrong!, ASPLOS 2009).
        var environment = ["OPERATIONLAB_PADDING": String(repeating: "x", count: .random(in: 0..<4_096))]
        if purpose == .memory {
            let (name, value) = AllocationCounter.environment
            environment[name] = value
        }
        return .inherit.updating(
            Dictionary(
                uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
    }

    private func greeting(_ line: [UInt8]?) throws -> WorkerGreeting {
        try Task.checkCancellation()
        struct Version: Decodable { let version: Int }
        guard let line else { throw WorkerFault(program: executable, reason: "it ended without a greeting") }
        let data = Data(line)
        guard let version = try? JSONDecoder().decode(Version.self, from: data).version else {
            let start = String(decoding: line.prefix(60), as: UTF8.self)
            throw WorkerFault(program: executable, reason: "its first line is no greeting: '\(start)'")
        }
        guard version == WorkerGreeting.currentVersion,
            let greeting = try? JSONDecoder().decode(WorkerGreeting.self, from: data)
        else {
            throw WorkerFault(
                program: executable,
                reason: "it speaks version \(version) of the protocol, and this program version "
                    + "\(WorkerGreeting.currentVersion)")
        }
        return greeting
    }

    private struct Connection: RunConnection {
        let program: String
        let greeting: WorkerGreeting
        let input: StandardInputWriter
        let output: ProcessLines
        let watchdog: Watchdog

        func run(_ request: RunRequest) async throws -> RunReply? {
            do {
                _ = try await input.write(try JSONEncoder().encode(request) + [UInt8(ascii: "\n")])
            } catch is SubprocessError {
                // Nobody reads any more; how it ended is known later.
                try Task.checkCancellation()
                return nil
            }
            guard let line = try await watchdog.watch({ try await output.next() }) else {
                try Task.checkCancellation()
                return nil
            }
            do {
                return try JSONDecoder().decode(RunReply.self, from: Data(line))
            } catch {
                let start = String(decoding: line.prefix(60), as: UTF8.self)
                throw WorkerFault(program: program, reason: "it answers what is no reply: '\(start)'")
            }
        }
    }
}

/// A program that can't be used as a worker, for what it is or does: nothing is said of a queue.
struct WorkerFault: Error, CustomStringConvertible {
    let program: String
    let reason: String
    var description: String { "\(program) is no benchmark worker: \(reason)" }
}
