import Foundation
import QueueExperiments
import TestSupport
import Testing

/// What `oplab experiment` says of one experiment on one queue, as a reader of its JSON has it.
struct ExperimentRun: Decodable {
    struct Trial: Decodable {
        struct Operation: Decodable {
            struct Stamp: Decodable { let time: UInt64 }

            let name: String
            let ended: Stamp?
        }

        let name: String
        let notApplicable: String?
        let operations: [Operation]
        let conclusion: Conclusion

        /// Whether what it shows doesn't depend on two operations meeting in time.
        var isCertain: Bool { Self.certain.contains(name) }

        private static let certain = [
            "synchronous", "synchronous on the main thread", "synchronous on another thread",
            "synchronous on the main queue", "asynchronous on the main queue", "limit 1", "with dependencies",
        ]
    }

    private struct File: Decodable { let experiments: [ExperimentRun] }

    let trials: [Trial]

    /// Runs it, in a process of its own: in the tests' the threads that run tasks may be busy for minutes.
    static func run(_ number: Int, on queue: String) async throws -> ExperimentRun {
        let outcome = try await Oplab.run([
            "experiment", "\(number)", "--queue", queue, "--format", "json", "--quiet",
            "--work", "5", "--patience", "\(Duration.hangGuard.components.seconds)",
        ])
        return try #require(try ExperimentRun(json: outcome.output), "\(outcome.error)")
    }

    /// The first in a file; nil if there is none.
    init?(json: String) throws {
        let file = try JSONDecoder().decode(File.self, from: Data(json.utf8))
        guard let first = file.experiments.first else { return nil }
        self = first
    }
}
