import ChildProcesses
import ConcurrencyPrimitives
import LinuxPlatform

/// Runs the tool that the build has made, as a user would.
enum Oplab {
    struct Outcome {
        let status: ChildEnd
        let output: String
        let error: String

        init(_ result: ChildResult<String>) {
            (status, output, error) = (result.end, result.value, result.standardError)
        }
    }

    static func run(_ arguments: [String]) async throws -> Outcome { try await run(path, arguments) }

    /// Runs the tool, or another program, and presses Ctrl-C once `word` is on its standard error.
    static func interrupted(
        _ arguments: [String], program: String = path, environment: ChildEnvironment = .inherited,
        onceSaid word: String
    ) async throws -> Outcome {
        let (unsaid, said) = AsyncStream<Void>.makeStream()
        let text = Mutex("")
        let result = try await child(program, arguments, environment).run(
            standardError: .kept(last: 1 << 22) { piece in
                let hasWord = text.withLock { text in
                    text += String(decoding: piece, as: UTF8.self)
                    return text.contains(word)
                }
                if hasWord { said.finish() }
            }
        ) { child in
            try await child.finishInput()
            let handle = child.handle
            // Or it has ended without the word, and this is cancelled.
            async let _: Void = {
                for await _ in unsaid {}
                handle.interrupt()
            }()
            return String(decoding: try await child.allOutput(), as: UTF8.self)
        }
        return Outcome(result)
    }

    /// Runs a line of the shell in which `$oplab` is the tool.
    static func shell(_ line: String) async throws -> Outcome {
        try await run("/bin/bash", ["-c", line], environment: .inherited.setting("oplab", to: path))
    }

    /// Runs another program.
    static func run(
        _ program: String, _ arguments: [String], environment: ChildEnvironment = .inherited
    ) async throws -> Outcome {
        Outcome(try await child(program, arguments, environment).output())
    }

    /// Not in a group of its own: who interrupts the tests interrupts what they run.
    private static func child(
        _ program: String, _ arguments: [String], _ environment: ChildEnvironment
    ) -> ChildProgram {
        ChildProgram(program, arguments, environment: environment, hasOwnGroup: false)
    }

    /// Beside the program that runs these tests.
    static let path: String = {
        do { return try OwnExecutable.path(beside: "oplab") } catch { fatalError("\(error)") }
    }()
}
