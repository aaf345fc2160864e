private import Subprocess
private import SystemPackage

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// Starts each child as a process of one program: the arguments given here, followed by the request.
///
/// The program reads `--rule`, `--queue` and `--case` from its arguments; `oplab judge` does.
public struct SubprocessLauncher: ChildLauncher {
    private let executable: String
    private let arguments: [String]
    private let patience: Int
    private let load: @Sendable (ChildProcess) -> ProcessLoad?

    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - arguments: What to say before the request, such as the name of a subcommand.
    public init(executable: String, arguments: [String]) {
        self.init(executable: executable, arguments: arguments, patience: 10) { $0.load }
    }

    /// - Parameters:
    ///   - patience: How many times its limit a process has that gets no processor.
    ///   - load: What it has got.
    init(
        executable: String, arguments: [String], patience: Int,
        load: @escaping @Sendable (ChildProcess) -> ProcessLoad?
    ) {
        self.executable = executable
        self.arguments = arguments
        self.patience = patience
        self.load = load
    }

    public func run(_ request: JudgeRequest, limit: Duration) async throws -> ChildOutcome {
        let process = ChildProcess()
        return try await withThrowingTaskGroup(of: Event.self) { group in
            group.addTask { .ended(try await start(request, process)) }
            group.addTask { .overdue(await watch(process, limit)) }
            guard let first = try await group.next() else { throw LaunchError.lost }
            // Ends the process, or the wait for it to be overdue.
            group.cancelAll()
            switch first {
            case .ended(let outcome): return outcome
            case .overdue(let end):
                guard case .ended(let killed) = try await group.next() else { throw LaunchError.lost }
                try Task.checkCancellation()
                return ChildOutcome(
                    end: end, messages: killed.messages, standardError: killed.standardError)
            }
        }
    }

    private enum Event {
        case ended(ChildOutcome)
        case overdue(ChildOutcome.End)
    }

    /// Waits until the limit is over; so many limits for a process that waits for a processor and doesn't get it.
    private func watch(_ process: ChildProcess, _ limit: Duration) async -> ChildOutcome.End {
        for limits in 1...patience {
            // Cancelled once the process has ended.
            try? await Task.sleep(for: limit)
            guard !Task.isCancelled, load(process)?.isStarved(in: limit * limits) ?? false else {
                return .overdue(limit: limit * limits)
            }
        }
        return .starved(limit: limit * patience)
    }

    private func start(_ request: JudgeRequest, _ process: ChildProcess) async throws -> ChildOutcome {
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(1))]
        // A case may look like a flag ("-2"), so its value is bound to its name.
        let named =
            ["--rule", "\(request.rule)", "--queue", request.queue]
            + (request.caseName.isEmpty ? [] : ["--case=\(request.caseName)"])
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: Arguments(arguments + named),
            environment: Self.environment, platformOptions: options, input: .none, output: .sequence,
            error: .sequence
        ) { execution in
            process.started(execution.processIdentifier.value)
            async let output = Self.bytes(of: execution.standardOutput, last: .max)
            async let error = Self.bytes(of: execution.standardError, last: 64 * 1024)
            return try await (output: output, error: error)
        }
        let end: ChildOutcome.End =
            switch result.terminationStatus {
            case .exited(let status): .exited(status)
            case .signaled(let signal): .signalled(signal)
            }
        return ChildOutcome(
            end: end, messages: try ChildMessage.messages(in: result.closureResult.output),
            standardError: String(decoding: result.closureResult.error, as: UTF8.self))
    }

    private static func bytes(of sequence: SubprocessOutputSequence, last limit: Int) async throws -> [UInt8]
    {
        var bytes: [UInt8] = []
        for try await buffer in sequence {
            buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
            // Seldom, since it moves what stays; what says a lot says it in small pieces.
            if bytes.count / 2 > limit { bytes.removeFirst(bytes.count - limit) }
        }
        return Array(bytes.suffix(limit))
    }

    /// A crash is an answer here, so neither the runtime's backtrace is wanted, which takes a second, nor a
    /// sanitizer's handler, which turns a signal into a status.
    private static let environment: Environment = {
        func adding(_ option: String, to name: String) -> String {
            guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return option }
            return "\(value):\(option)"
        }
        return .inherit.updating([
            "SWIFT_BACKTRACE": "enable=no",
            "ASAN_OPTIONS": adding("handle_segv=0:handle_sigbus=0:handle_sigfpe=0", to: "ASAN_OPTIONS"),
            "TSAN_OPTIONS": adding("handle_segv=0:handle_sigbus=0:handle_sigfpe=0", to: "TSAN_OPTIONS"),
        ])
    }()
}

/// Why no child could be started or followed.
struct LaunchError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }

    static let lost = LaunchError(message: "the watchdog lost its process")
}
