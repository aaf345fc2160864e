import Subprocess
import SystemPackage

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs the tool that the build has made, as a user would.
enum Oplab {
    struct Outcome {
        let status: TerminationStatus
        let output: String
        let error: String
    }

    static func run(_ arguments: [String]) async throws -> Outcome {
        try await run(path, arguments)
    }

    /// Runs the tool, or another program, and presses Ctrl-C once `word` is on its standard error.
    static func interrupted(
        _ arguments: [String], program: String = path, environment: Environment = .inherit,
        onceSaid word: String
    ) async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: environment, input: .none,
            output: .string(limit: 1 << 22), error: .sequence
        ) { execution in
            var error = ""
            for try await buffer in execution.standardError {
                let isFirst = !error.contains(word)
                error += buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                if isFirst, error.contains(word) { try execution.send(signal: .interrupt) }
            }
            return error
        }
        return Outcome(
            status: result.terminationStatus, output: result.standardOutput, error: result.closureResult)
    }

    /// Runs a line of the shell in which `$oplab` is the tool.
    static func shell(_ line: String) async throws -> Outcome {
        try await run("/bin/bash", ["-c", line], environment: .inherit.updating(["oplab": path]))
    }

    /// Runs another program.
    static func run(
        _ program: String, _ arguments: [String], environment: Environment = .inherit
    ) async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: environment,
            output: .string(limit: 1 << 22), error: .string(limit: 1 << 22))
        return Outcome(
            status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
    }

    /// Beside the program that runs these tests.
    static let path: String = {
        guard let own = realpath("/proc/self/exe", nil) else {
            fatalError("/proc/self/exe can't be resolved.")
        }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast()
        return "/" + folder.joined(separator: "/") + "/oplab"
    }()
}
