private import ConcurrencyPrimitives
private import LinuxPlatform
private import Subprocess
private import SystemPackage

/// A program with its arguments and environment, to be started as a child of this process.
public struct ChildProgram: Sendable {
    /// Where a child's standard error goes.
    public enum StandardError: Sendable {
        /// To the standard error of this process.
        case inherited
        /// The last bytes are kept. `receive` is called with each piece as it comes.
        case kept(last: Int, receive: @Sendable ([UInt8]) -> Void = { _ in })
    }

    /// The path of the program.
    public var executable: String
    /// Its arguments, without its name.
    public var arguments: [String]
    /// Its environment.
    public var environment: ChildEnvironment
    /// Whether it has a process group of its own. Its own children then end with it, and Ctrl-C, which a terminal sends to all
    /// processes of a group, doesn't reach it.
    public var hasOwnGroup: Bool

    /// A program to start.
    public init(
        _ executable: String, _ arguments: [String] = [], environment: ChildEnvironment = .inherited,
        hasOwnGroup: Bool = true
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.hasOwnGroup = hasOwnGroup
    }

    /// Starts the program, communicates with it in `body`, and returns when it has ended. From the first call on this process
    /// ignores SIGPIPE, unless it handles it.
    ///
    /// When `body` returns or throws, and standard error has ended if it is kept, the rest of the child's group is killed. To
    /// let the child end by itself, read its output to the end in `body`. If this task is cancelled, the child is killed.
    ///
    /// - Throws: What `body` throws; `CancellationError`, once the process has ended; the reason why it can't be started.
    public func run<Value: Sendable>(
        standardError: StandardError = .inherited, _ body: (RunningChild) async throws -> Value
    ) async throws -> ChildResult<Value> {
        switch standardError {
        case .inherited:
            try await run(error: .currentStandardError) { _, child in (try await body(child), []) }
        case .kept(let limit, let receive):
            try await run(error: .sequence) { execution, child in
                let error = execution.standardError
                async let end = ChildLines.end(of: error, last: limit, receive)
                do {
                    let value = try await body(child)
                    return (value, try await end)
                } catch {
                    // Otherwise its standard error would be read to its end.
                    child.handle.kill()
                    throw error
                }
            }
        }
    }

    /// A write to a child that has ended returns an error, and doesn't end this process. A handler of the program's stays.
    private static let ignoresBrokenPipes: Void = {
        var action = sigaction()
        if sigaction(SIGPIPE, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil {
            signal(SIGPIPE, SIG_IGN)
        }
    }()

    private func run<Value: Sendable, ErrorOutput: ErrorOutputProtocol>(
        error: ErrorOutput,
        _ body: (Execution<CustomWriteInput, SequenceOutput, ErrorOutput>, RunningChild) async throws -> (
            Value, [UInt8]
        )
    ) async throws -> ChildResult<Value> {
        Self.ignoresBrokenPipes
        var options = PlatformOptions()
        if hasOwnGroup { options.processGroupID = 0 }
        options.teardownSequence = [
            hasOwnGroup
                ? .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
                : .gracefulShutDown(allowedDurationToNextStep: .seconds(1))
        ]
        let fate = Promise<ChildEnd>()
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(arguments), environment: environment.values,
            platformOptions: options, input: .inputWriter, output: .sequence, error: error
        ) { execution in
            let handle = RunningChild.Handle(
                process: Int(execution.processIdentifier.value), hasOwnGroup: hasOwnGroup
            ) { signal, toGroup in
                // The child may have ended.
                try? execution.send(signal: signal, toProcessGroup: toGroup)
            }
            let child = RunningChild(
                handle: handle, lines: ChildLines(execution.standardOutput),
                input: execution.standardInputWriter, fate: fate)
            // Its children end with it. It is reaped later, so the number is still its own.
            defer { if hasOwnGroup { handle.kill() } }
            return try await body(execution, child)
        }
        // A cancelled task stops reading, which kills the child.
        try Task.checkCancellation()
        let (value, errorEnd) = result.closureResult
        return ChildResult(
            end: fate.current ?? Self.end(result.terminationStatus), value: value,
            standardError: String(decoding: errorEnd, as: UTF8.self))
    }

    private static func end(_ status: TerminationStatus) -> ChildEnd {
        switch status {
        case .exited(let status): .exited(status)
        case .signaled(let signal): .signalled(signal)
        }
    }

    /// Runs the program in the place of this one: with the same terminal, input and output, in the same process group unless
    /// ``hasOwnGroup``. Returns when it has ended. If this task is cancelled, the program gets SIGTERM, and ten seconds later SIGKILL.
    ///
    /// - Throws: The reason why it can't be started.
    public func runInForeground() async throws -> ChildEnd {
        var options = PlatformOptions()
        if hasOwnGroup { options.processGroupID = 0 }
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(10))]
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(arguments), environment: environment.values,
            platformOptions: options, input: .currentStandardInput, output: .currentStandardOutput,
            error: .currentStandardError)
        return Self.end(result.terminationStatus)
    }

    /// Runs the program to its end without input, and returns all that it has written to its standard output.
    ///
    /// - Throws: As ``run(standardError:_:)``.
    public func output(
        standardError: StandardError = .kept(last: 1 << 22)
    ) async throws -> ChildResult<String> {
        try await run(standardError: standardError) { child in
            try await child.finishInput()
            return String(decoding: try await child.allOutput(), as: UTF8.self)
        }
    }
}

/// The result of a child process.
public struct ChildResult<Value: Sendable>: Sendable {
    /// How it ended.
    public let end: ChildEnd
    /// The result of the closure that communicated with it.
    public let value: Value
    /// The last part of its standard error, if that was kept.
    public let standardError: String
}

extension ChildEnvironment {
    fileprivate var values: Environment {
        .inherit.updating(
            Dictionary(
                uniqueKeysWithValues: changes.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
    }
}
