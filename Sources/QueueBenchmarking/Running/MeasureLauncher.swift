internal import ChildProcesses
private import FoundationEssentials

/// Starts a program as a process that measures: this one, or another one with a ``BenchmarkWorker``.
public struct MeasureLauncher: RunLauncher {
    private let executable: String
    private let arguments: [String]
    private let limit: Duration

    /// - Parameters:
    ///   - executable: The program's path.
    ///   - arguments: The arguments that make it measure.
    ///   - limit: How long a reply may take. This is the last resort: a worker reports a run that hangs itself.
    public init(
        executable: String, arguments: [String] = ["measure"], limit: Duration = .seconds(180)
    ) {
        self.executable = executable
        self.arguments = arguments
        self.limit = limit
    }

    public func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String? {
        let watchdog = Watchdog(limit: limit)
        let program = ChildProgram(executable, arguments, environment: environment(purpose))
        let result = try await program.run { child in
            let line = try await child.watched(by: watchdog) { try await child.nextLine() }
            if child.isOverdue {
                throw WorkerFault(program: executable, reason: "it said nothing for \(limit)")
            }
            let handshake = try handshake(line)
            try await body(
                Connection(program: executable, handshake: handshake, child: child, watchdog: watchdog))
            // It now ends by itself, so that a leak detector can run.
            try await child.finishInput()
            try await child.watched(by: watchdog) { try await child.readToEnd() }
        }
        return result.end == .exited(0) ? nil : "\(result.end)"
    }

    private func environment(_ purpose: RunPurpose) -> ChildEnvironment {
        // The padding has a random size: the start of the stack depends on it, and with it the layout of data in
        // caches (Mytkowicz et al.: Producing wrong data without doing anything obviously wrong!, ASPLOS 2009).
        let environment = ChildEnvironment.inherited.setting(
            "OPERATIONLAB_PADDING", to: String(repeating: "x", count: .random(in: 0..<4_096)))
        guard purpose == .memory else { return environment }
        let (name, value) = AllocationCounter.environment
        return environment.setting(name, to: value)
    }

    private func handshake(_ line: [UInt8]?) throws -> WorkerHandshake {
        try Task.checkCancellation()
        struct Version: Decodable { let version: Int }
        guard let line else { throw WorkerFault(program: executable, reason: "it ended without a handshake") }
        let data = Data(line)
        guard let version = try? JSONDecoder().decode(Version.self, from: data).version else {
            let start = String(decoding: line.prefix(60), as: UTF8.self)
            throw WorkerFault(program: executable, reason: "its first line is no handshake: '\(start)'")
        }
        guard version == WorkerHandshake.currentVersion,
            let handshake = try? JSONDecoder().decode(WorkerHandshake.self, from: data)
        else {
            throw WorkerFault(
                program: executable,
                reason: "it has version \(version) of the protocol, and this program has version "
                    + "\(WorkerHandshake.currentVersion)")
        }
        return handshake
    }

    private struct Connection: RunConnection {
        let program: String
        let handshake: WorkerHandshake
        let child: RunningChild
        let watchdog: Watchdog

        func run(_ request: RunRequest) async throws -> RunReply? {
            // If the process doesn't read any more, its end is reported later.
            guard try await child.write(JSONEncoder().encode(request) + [UInt8(ascii: "\n")]),
                let line = try await child.watched(by: watchdog, { try await child.nextLine() })
            else {
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

/// A program that can't be used as a worker. This says nothing about a queue.
public struct WorkerFault: Error, CustomStringConvertible {
    let program: String
    let reason: String
    public var description: String { "\(program) is no benchmark worker: \(reason)" }
}
