public import ChildProcesses
private import ConcurrencyPrimitives
internal import LinuxPlatform

/// Starts each child as a process of one program: the arguments given here, followed by those of the request. Or forks it.
///
/// The program gives its arguments to ``ChildJudge/serve(_:rules:looksForLeaks:subject:)``; `oplab judge` does. A program whose
/// arguments are another's, such as a test runner, gets the request in its environment, and calls
/// ``ChildJudge/judge(_:caseName:on:looksForLeaks:)``. What else it writes to its standard output is ignored.
public struct SubprocessLauncher: ChildLauncher {
    private let executable: String
    private let arguments: [String]
    private let environment: (@Sendable (JudgeRequest) -> ChildEnvironment)?
    private let servers: ForkServers?
    private let patience: Int
    private let load: @Sendable (Int) -> ProcessLoad?

    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - arguments: What to say before the request, such as the name of a subcommand.
    ///   - environment: An environment that holds the request; nil if the request follows the arguments.
    ///   - forks: Whether the program is loaded once for many requests, and forks a process for each (`ForkServers`), if it can. Not
    ///     together with `environment`. A program should leave it to ``ChildJudge`` to read the request, since its arguments have none
    ///     then. One that ends with status 64 is started from then on.
    public init(
        executable: String, arguments: [String],
        environment: (@Sendable (JudgeRequest) -> ChildEnvironment)? = nil, forks: Bool = false
    ) {
        self.init(
            executable: executable, arguments: arguments, environment: environment, forks: forks, patience: 10
        ) { ProcessLoad(ofProcess: $0) }
    }

    /// - Parameters:
    ///   - patience: How many times its limit a process has that gets no processor.
    ///   - load: What it has got, by its number.
    init(
        executable: String, arguments: [String],
        environment: (@Sendable (JudgeRequest) -> ChildEnvironment)? = nil, forks: Bool = false,
        patience: Int, load: @escaping @Sendable (Int) -> ProcessLoad?
    ) {
        if environment != nil, forks { fatalError("A forked process has its request from its server.") }
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        servers = forks ? ForkServers(ChildProgram(executable, arguments, environment: .crashIsAnswer)) : nil
        self.patience = patience
        self.load = load
    }

    public func run(_ request: JudgeRequest, limit: Duration) async throws -> ChildOutcome {
        let watchdog = Watchdog(limit: limit, patience: patience, load: load)
        if let servers, let process = try await servers.process(for: request.line, watchdog: watchdog) {
            // A program that reads its arguments by itself finds none.
            if process.end == .exited(ParentProcess.refusal), process.lines.isEmpty {
                servers.refuse()
            } else {
                return ChildOutcome(
                    end: process.end, messages: try process.lines.map(ChildMessage.init(line:)),
                    standardError: process.standardError)
            }
        }
        let program: ChildProgram
        if let environment {
            program = ChildProgram(executable, arguments, environment: environment(request))
        } else {
            program = ChildProgram(executable, arguments + request.arguments, environment: .crashIsAnswer)
        }
        let result = try await program.run(standardError: .kept(last: 64 * 1024)) { child in
            try await child.watched(by: watchdog) {
                try await child.finishInput()
                var messages: [ChildMessage] = []
                while let line = try await child.nextLine() {
                    do {
                        messages.append(try ChildMessage(line: line))
                    } catch  where environment != nil {
                        // Not a message, but what the program itself has printed.
                    }
                }
                return messages
            }
        }
        return ChildOutcome(
            end: result.end, messages: result.value, standardError: result.standardError)
    }
}
