import Foundation
import ScheduleExploration
import Testing

import struct Kernels.Bug  // Testing has a Bug, too.

/// The schedule that shows a bug is the same, step by step, in processes that know nothing of the one that found it: as many for each
/// bug as `CORPUS_REPLAYS` says.
@Suite(.serialized)
struct ReplayTests {
    @Test(.enabled(if: CorpusOptions.replays > 0), arguments: Bug.all)
    func tokenIsReplayedInFreshProcesses(_ bug: Bug) async throws {
        let failure = try #require(await explored(bug, isFixed: false, schedules: 10_000).failure)
        let replay = Replay(bug: bug.name, token: "\(failure.token)", course: Replay.course(of: failure))
        var same = 0
        while same < CorpusOptions.replays {
            let processes = try (0..<min(2, CorpusOptions.replays - same)).map { _ in try replay.start() }
            for process in processes { process.waitUntilExit() }
            let good = processes.count { $0.terminationReason == .exit && $0.terminationStatus == 0 }
            same += good
            try #require(good == processes.count, "\(bug): the \(same + 1)th process took another course")
        }
        print("\(bug): \(same) of \(CorpusOptions.replays) processes took the same course")
    }

    /// What each of these processes runs.
    @Test(.enabled(if: CorpusOptions.replay != nil))
    func replay() async throws {
        let replay = try JSONDecoder().decode(Replay.self, from: Data(#require(CorpusOptions.replay).utf8))
        let bug = try #require(Bug.all.first { $0.name == replay.bug })
        let token = try #require(ReplayToken(replay.token))
        let report = await explored(bug, isFixed: false, schedules: 1, replay: token)
        let failure = try #require(report.failure, "\(report)")
        #expect(Replay.course(of: failure) == replay.course)
    }
}

/// What a process replays.
struct Replay: Codable {
    static let name = "CORPUS_REPLAY"

    let bug: String
    let token: String
    let course: String

    /// How a schedule fails, who waits, and each step with its place.
    static func course(of failure: ScheduleFailure) -> String {
        "\(failure.kind) \(failure.message) \(failure.blocked)\n\(failure.interleaving)"
    }

    /// Starts these tests again, for this replay only. Nobody reads its output but people.
    func start() throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["--testing-library", "swift-testing", "--filter", "ReplayTests/replay"]
        var environment = ProcessInfo.processInfo.environment
        environment[Self.name] = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        environment["CORPUS_REPLAYS"] = nil
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
