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
        let folder = URL.temporaryDirectory.appending(path: "corpus-replays-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "replay.json")
        try JSONEncoder().encode(replay).write(to: file)
        var done = 0
        while done < CorpusOptions.replays {
            let numbers = done..<min(done + 2, CorpusOptions.replays)
            let processes = try numbers.map { number in
                try Replay.start(file, output: folder.appending(path: "\(number)"))
            }
            for (number, process) in zip(numbers, processes) {
                process.waitUntilExit()
                let output = try String(contentsOf: folder.appending(path: "\(number)"), encoding: .utf8)
                try #require(
                    process.terminationReason == .exit && process.terminationStatus == 0,
                    "process \(number + 1): \(output)")
            }
            done = numbers.upperBound
        }
        print("\(bug): \(done) of \(CorpusOptions.replays) processes took the same course")
    }

    /// What each of these processes runs.
    @Test(.enabled(if: CorpusOptions.replay != nil))
    func replay() async throws {
        let file = URL(filePath: try #require(CorpusOptions.replay))
        let replay = try JSONDecoder().decode(Replay.self, from: Data(contentsOf: file))
        let bug = try #require(Bug.all.first { $0.name == replay.bug })
        let token = try #require(ReplayToken(replay.token))
        let report = await explored(bug, isFixed: false, schedules: 1, replay: token)
        let failure = try #require(report.failure, "\(report)")
        #expect(Replay.course(of: failure) == replay.course)
    }
}

/// What a process replays.
struct Replay: Codable {
    static let variable = "CORPUS_REPLAY"

    let bug: String
    let token: String
    let course: String

    /// How a schedule fails, who waits, and each step with its place.
    static func course(of failure: ScheduleFailure) -> String {
        let steps = failure.interleaving.events.map { "\($0)" }.joined(separator: "\n")
        return "\(failure.kind) \(failure.message) \(failure.blocked) \(failure.suspended)\n\(steps)"
    }

    /// Starts these tests again, for the replay in a file only.
    static func start(_ file: URL, output: URL) throws -> Process {
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["--testing-library", "swift-testing", "--filter", "ReplayTests/replay"]
        var environment = ProcessInfo.processInfo.environment
        environment[variable] = file.path
        for name in ["CORPUS_REPLAYS", "OPERATIONLAB_FAILURES"] { environment[name] = nil }
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        try process.run()
        return process
    }
}
