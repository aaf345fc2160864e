private import ConcurrencyPrimitives
private import Subprocess
private import SystemPackage

/// A program, and what it is started with as a child of this process.
public struct ChildProgram: Sendable {
    /// Where a child's standard error goes.
    public enum StandardError: Sendable {
        /// To this process's.
        case inherited
        /// The end of it is kept: so many bytes. Told of each piece as it comes.
        case kept(last: Int, told: @Sendable ([UInt8]) -> Void = { _ in })
    }

    /// Its path.
    public var executable: String
    /// Without its name.
    public var arguments: [String]
    /// What it finds in its environment.
    public var environment: ChildEnvironment
    /// Whether it has a process group of its own. Then whatever it has started ends with it, and Ctrl-C, which a terminal
    /// sends to all processes of a group, reaches it through this one alone.
    public var hasOwnGroup: Bool

    /// What to start, and with what.
    public init(
        _ executable: String, _ arguments: [String] = [], environment: ChildEnvironment = .inherited,
        hasOwnGroup: Bool = true
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.hasOwnGroup = hasOwnGroup
    }

    /// Starts the program, talks with it in `body`, and returns when it has ended.
    ///
    /// When `body` returns or throws, and standard error has come to its end if that is kept, what is left of the
    /// process's own group is killed; a process that is to end by itself is read to its end in `body`. If this task is
    /// cancelled, the process is killed.
    ///
    /// - Throws: What `body` throws; `CancellationError`, once the process has ended; what keeps it from being started.
    public func run<Value: Sendable>(
        standardError: StandardError = .inherited, _ body: (RunningChild) async throws -> Value
    ) async throws -> ChildResult<Value> {
        switch standardError {
        case .inherited:
            try await run(error: .currentStandardError) { _, child in (try await body(child), []) }
        case .kept(let limit, let told):
            try await run(error: .sequence) { execution, child in
                let error = execution.standardError
                async let end = ChildLines.end(of: error, last: limit, told)
                do {
                    let value = try await body(child)
                    return (value, try await end)
                } catch {
                    // Else its standard error would be waited for.
                    child.handle.kill()
                    throw error
                }
            }
        }
    }

    private func run<Value: Sendable, ErrorOutput: ErrorOutputProtocol>(
        error: ErrorOutput,
        _ body: (Execution<CustomWriteInput, SequenceOutput, ErrorOutput>, RunningChild) async throws -> (
            Value, [UInt8]
        )
    ) async throws -> ChildResult<Value> {
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
                // One that has ended meanwhile needs none.
                try? execution.send(signal: signal, toProcessGroup: toGroup)
            }
            let child = RunningChild(
                handle: handle, lines: ChildLines(execution.standardOutput),
                input: execution.standardInputWriter, fate: fate)
            // Whatever it has started ends with it. It is reaped later, so the number is still its own.
            defer { if hasOwnGroup { handle.kill() } }
            return try await body(execution, child)
        }
        // Whoever is cancelled reads no further, and so has killed it.
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

/// What became of a process.
public struct ChildResult<Value: Sendable>: Sendable {
    /// How it ended.
    public let end: ChildEnd
    /// What was made of its output.
    public let value: Value
    /// What was kept of its standard error.
    public let standardError: String
}

extension ChildEnvironment {
    fileprivate var values: Environment {
        .inherit.updating(
            Dictionary(
                uniqueKeysWithValues: changes.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
    }
}
