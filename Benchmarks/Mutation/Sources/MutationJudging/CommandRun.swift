internal import ChildProcesses
private import ConcurrencyPrimitives

/// Runs a program to its end.
struct CommandRun: Sendable {
    let end: ChildEnd
    let output: String
    let errors: String
    let seconds: Double

    var hasSucceeded: Bool { end == .exited(0) }

    /// - Parameters:
    ///   - command: The program, which is looked for on the path, and its arguments.
    ///   - environment: The variables with another value.
    ///   - limit: The most seconds it may take, or many times that if it gets no processor.
    static func run(
        _ command: [String], environment: [String: String] = [:], limit: Double
    ) async throws -> CommandRun {
        var variables = ChildEnvironment.inherited
        for (name, value) in environment { variables = variables.setting(name, to: value) }
        let program = ChildProgram("/usr/bin/env", command, environment: variables)
        let watchdog = Watchdog(limit: .seconds(limit), patience: 6)
        let clock = ContinuousClock()
        let start = clock.now
        // A cancelled task interrupts the program instead of killing it: a build then ends its compilers.
        let interruption = Interruption()
        let running = Task.detached {
            try await program.run(standardError: .kept(last: 1 << 22)) { child in
                interruption.begin(child.handle)
                return try await child.watched(by: watchdog) {
                    try await child.finishInput()
                    return try await child.allOutput()
                }
            }
        }
        let result = try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            interruption.interrupt()
        }
        try Task.checkCancellation()
        let seconds = (clock.now - start) / .seconds(1)
        return CommandRun(
            end: result.end, output: String(decoding: result.value, as: UTF8.self),
            errors: result.standardError, seconds: seconds)
    }
}

/// Interrupts a child once, whether that is asked for before or after it has started.
private final class Interruption: Sendable {
    private struct State {
        var handle: RunningChild.Handle?
        var isAskedFor = false
    }

    private let state = Mutex(State())

    func begin(_ handle: RunningChild.Handle) {
        let isAskedFor = state.withLock { state in
            state.handle = handle
            return state.isAskedFor
        }
        if isAskedFor { handle.interrupt() }
    }

    func interrupt() {
        let handle = state.withLock { state in
            state.isAskedFor = true
            return state.handle
        }
        handle?.interrupt()
    }
}
