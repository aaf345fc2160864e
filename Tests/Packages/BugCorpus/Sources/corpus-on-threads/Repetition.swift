import CorpusPrograms
import Foundation
import Shapes

/// Runs of one form of a program, one after another, in this process.
struct Repetition {
    let program: any CorpusProgram
    let isFixed: Bool
    let seconds: Int
    /// The file in which another process reads how far this one is.
    let record: String

    static let failureStatus: Int32 = 1

    /// Returns when the time is over. What is found ends the process, or leaves it hanging.
    func run() async {
        guard let record = RunRecord(writing: record) else {
            Self.stop("can't write \(record)", status: 2)
        }
        let start = ContinuousClock.now
        var runs = 0
        while true {
            let elapsed = ContinuousClock.now - start
            if elapsed >= .seconds(seconds) { break }
            runs += 1
            record.write(RunRecord.Entry(runs: runs, elapsed: elapsed))
            do {
                try await Shape.$usesThreads.withValue(true) {
                    try await program.run(isFixed: isFixed) { condition, message in
                        if !condition { Self.stop(message, status: Self.failureStatus) }
                    }
                }
            } catch {
                Self.stop("\(error)", status: Self.failureStatus)
            }
        }
    }

    /// Ends the process at once, whatever its threads do.
    private static func stop(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        _exit(status)
    }
}
