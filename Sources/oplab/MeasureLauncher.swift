private import FoundationEssentials
internal import QueueBenchmarking
private import Subprocess
private import SystemPackage

/// Starts this program again as a process that measures.
struct MeasureLauncher: RunLauncher {
    let executable: String

    func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String? {
        var environment = Environment.inherit
        if purpose == .memory {
            let (name, value) = AllocationCounter.environment
            environment = environment.updating([Environment.Key(stringLiteral: name): value])
        }
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: ["measure"], environment: environment,
            input: .inputWriter, output: .sequence, error: .currentStandardError
        ) { execution in
            try await body(
                Connection(
                    input: execution.standardInputWriter, output: ProcessLines(execution.standardOutput)))
        }
        switch result.terminationStatus {
        case .exited(0): return nil
        case .exited(let status): return "status \(status)"
        case .signaled(let signal): return "signal \(signal)"
        }
    }

    private struct Connection: RunConnection {
        let input: StandardInputWriter
        let output: ProcessLines

        func run(_ request: RunRequest) async throws -> RunReply? {
            do {
                _ = try await input.write(try JSONEncoder().encode(request) + [UInt8(ascii: "\n")])
            } catch is SubprocessError {
                // Nobody reads any more; how it ended is known later.
                try Task.checkCancellation()
                return nil
            }
            guard let line = try await output.next() else {
                try Task.checkCancellation()
                return nil
            }
            return try JSONDecoder().decode(RunReply.self, from: Data(line))
        }
    }
}
