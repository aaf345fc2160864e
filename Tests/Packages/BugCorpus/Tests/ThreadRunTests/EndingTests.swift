import Foundation
import LinuxPlatform
import Testing

@testable import corpus_on_threads

struct EndingTests {
    @Test(arguments: [
        (false, 0, "", Ending.passed), (false, 1, "", .failed), (true, 4, "", .crash(signal: 4)),
        (false, 66, "SUMMARY: ThreadSanitizer: data race x.swift:3 in f", .report("race")),
        (false, 66, "SUMMARY: ThreadSanitizer: lock-order-inversion (potential)", .report("lock order")),
        (false, 66, "SUMMARY: ThreadSanitizer: Swift access race x.swift in f", .report("race")),
        (false, 66, "SUMMARY: ThreadSanitizer: thread leak x.swift:3 in f", .report("report")),
        (false, 66, "", .report("report")), (false, 127, "", .broken(status: 127)),
        // A signal has a number of its own, which may be that of a status.
        (true, 1, "", .crash(signal: 1)),
    ])
    func theEndOfAProcessSaysWhatWasFound(
        _ wasSignal: Bool, _ status: Int32, _ output: String, _ ending: Ending
    ) {
        #expect(Ending(wasSignal: wasSignal, status: status, output: output) == ending)
    }

    private static func result(_ ending: Ending) -> RepeatingProcess.Result {
        .init(ending: ending, last: .init(runs: 12, elapsed: .milliseconds(1500)))
    }

    @Test(arguments: [
        (Ending.failed, Ending?.none, "| ThenPromise | yes | failed | 12 | 1.50 |", true),
        (.passed, .passed, "| ThenPromise | no | passed | 12 | 1.50 | passed |", true),
        (.report("race"), .passed, "| ThenPromise | yes | race | 12 | 1.50 | passed |", true),
        (.report("race"), .report("race"), "| ThenPromise | false report | race | 12 | 1.50 | race |", true),
        (.hang, .report("race"), "| ThenPromise | yes | hang | 12 | 1.50 | race |", true),
        (.hang, .hang, "| ThenPromise | yes | hang | 12 | 1.50 | hang |", false),
        (.undecided, nil, "| ThenPromise | no | undecided | 12 | 1.50 |", false),
    ])
    func aRowSaysWhetherItTellsTheFormsApart(
        _ buggy: Ending, _ fixed: Ending?, _ text: String, _ isSound: Bool
    ) {
        let row = Row(
            name: "ThenPromise", buggy: Self.result(buggy), fixed: fixed.map { Self.result($0) })
        #expect(row.text(hasFixed: fixed != nil) == text)
        #expect(row.isSound == isSound)
    }

    @Test func aProgramWithoutFixedFormHasACellAllTheSame() {
        let row = Row(name: "CS.phase01_bad", buggy: Self.result(.hang), fixed: nil)
        #expect(row.text(hasFixed: true) == "| CS.phase01_bad | yes | hang | 12 | 1.50 | none |")
    }

    @Test func aRecordStaysAsItWasWritten() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "record-\(UUID())").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try #require(RunRecord(writing: path))
        let reader = try #require(RunRecord(reading: path))
        #expect(reader.read() == RunRecord.Entry())
        for entry in [RunRecord.Entry(runs: 1, elapsed: .zero), .init(runs: 2, elapsed: .milliseconds(3))] {
            writer.write(entry)
            #expect(reader.read() == entry)
        }
        writer.close()
        reader.close()
    }

    /// A twentieth of the second is the limit.
    @Test(arguments: [(10, 10, true), (60, 0, false), (0, 60, false)])
    func aProcessSleepsThatHardlyRunsOrWaits(_ ran: Int, _ waited: Int, _ sleeps: Bool) {
        let load = ProcessLoad(ran: .milliseconds(ran), waited: .milliseconds(waited))
        #expect(load.isOfSleeper(in: .seconds(1)) == sleeps)
    }
}
