import ChildProcesses
import SwiftCSV
import TestSupport
import Testing

/// `oplab conform`, from the command line to the exit status.
@Suite struct ConformTests {
    @Test func conformReportsAPassedRule() async throws {
        let outcome = try await Oplab.run(["conform", "--queue", "lock", "--rule", "1.1", "--quiet"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.error.isEmpty)
        #expect(outcome.output.hasSuffix("\n1 passed\n"))
    }

    /// Where a queue that chooses by the processors runs one operation at a time.
    @Test func conformWorksOnOneProcessor() async throws {
        let outcome = try await Oplab.shell(
            """
            taskset -c "$(taskset -cp $$ | grep -o '[0-9]*$')" \
                $oplab conform --queue lock,actor --rule 1.14,3.7,6.2,11.1,11.5 --quiet
            """)
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("10 passed"), "\(outcome.output)")
    }

    @Test func conformShowsTheEvidenceOfABrokenRule() async throws {
        let outcome = try await Oplab.run(["conform", "--queue", "foundation", "--rule", "3.7"])
        #expect(outcome.status == .exited(1))
        #expect(outcome.output.contains("3.7 on foundation: failed"))
        #expect(outcome.output.contains("Removing an unfinished dependency restores readiness."))
        #expect(outcome.output.contains("expected     "))
        #expect(outcome.output.contains("observed     "))
        #expect(outcome.output.contains("history      "))
        #expect(outcome.output.contains("again        oplab conform --queue foundation --rule 3.7"))
        #expect(outcome.output.hasSuffix("\n1 broken\n"))
        #expect(outcome.error.contains("judging foundation by 1 rule\n"))
    }

    @Test func expectedDeviationIsNoFailure() async throws {
        let folder = try TemporaryFolder()
        let known = try folder.write("foundation 3.7 It is known.\nlock 3.7 Not judged here.", to: "known")
        let outcome = try await Oplab.run(
            ["conform", "--queue", "foundation", "--rule", "3.7", "--expect", known])
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.contains("3.7 on foundation: failed, as expected: It is known."))
    }

    @Test func expectedDeviationThatIsGoneIsAFailure() async throws {
        let folder = try TemporaryFolder()
        let known = try folder.write("lock 1.1 It was so once.", to: "known")
        let outcome = try await Oplab.run(
            ["conform", "--queue", "lock", "--rule", "1.1", "--expect", known])
        #expect(outcome.status == .exited(1))
        #expect(outcome.output.contains("1.1 on lock: unexpectedly passed"))
        #expect(outcome.output.contains(": It was so once."))
    }

    @Test func conformSurvivesAClosedPipe() async throws {
        let outcome = try await Oplab.shell(
            "$oplab conform --queue lock --rule '1.*' --quiet | true; echo ${PIPESTATUS[0]}")
        #expect(outcome.output == "0\n")
        #expect(outcome.error.isEmpty)
    }

    @Test func conformRefusesToOverwriteARun() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/deep/run"
        let arguments = ["conform", "--queue", "lock,inline", "--rule", "1.1,5.2", "--output", path]
        let first = try await Oplab.run(arguments)
        #expect(first.status == .exited(0))
        let csv = try folder.read("deep/run/conformance.csv")
        let table = try CSV<Named>(string: csv)
        #expect(
            table.rows.map { "\($0["rule"]!) \($0["queue"]!) \($0["verdict"]!)" } == [
                "1.1 lock passed", "1.1 inline not applicable", "5.2 lock passed",
                "5.2 inline not applicable",
            ])
        #expect(try folder.read("deep/run/conformance.json").contains("\"queue\" : \"inline\""))

        let second = try await Oplab.run(arguments)
        #expect(second.status == .exited(64))
        #expect(second.error.contains("\(path) already contains a run: conformance.csv"))
        #expect(second.output.isEmpty)
        #expect(try folder.read("deep/run/conformance.csv") == csv)
    }

    @Test(arguments: ["measurements.csv", "manifest.json", "conformance.json"])
    func conformRefusesAFolderThatHoldsAnyRun(file: String) async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("something", to: file)
        let outcome = try await Oplab.run(
            ["conform", "--queue", "lock", "--rule", "1.1", "--output", folder.path])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("already contains a run: \(file)"))
        #expect(try folder.names() == [file])
    }

    @Test func conformNamesAnImpossibleFolderBeforeItJudges() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("no folder", to: "file")
        for path in [file, file + "/below"] {
            let outcome = try await Oplab.run(["conform", "--output", path])
            #expect(outcome.status == .exited(64))
            #expect(outcome.error.contains(file))
            #expect(!outcome.error.contains("judging"))
        }
    }

    @Test func interruptedConformKeepsItsVerdicts() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.interrupted(
            ["conform", "--queue", "lock,actor,foundation", "--jobs", "1", "--output", folder.path],
            onceSaid: "judging")
        #expect(outcome.status == .exited(130))
        #expect(outcome.output.hasSuffix("(interrupted)\n"))
        let csv = try folder.read("conformance.csv")
        #expect(csv.hasPrefix("rule,queue,verdict,reason,"))
        #expect(csv.hasSuffix("\n"))
        #expect(try CSV<Named>(string: csv).rows.allSatisfy { !$0["sentence"]!.isEmpty })
        #expect(try folder.read("conformance.json").contains("\"isPartial\" : true"))
    }

    @Test func eachFormatIsPrinted() async throws {
        for (format, beginning) in [("json", "{"), ("junit", "<?xml"), ("markdown", "| rule |")] {
            let outcome = try await Oplab.run(
                ["conform", "--queue", "lock", "--rule", "1.1", "--quiet", "--format", format])
            #expect(outcome.status == .exited(0))
            #expect(outcome.output.hasPrefix(beginning))
            #expect(outcome.output.contains("1.1"))
        }
    }

    @Test(arguments: [("50", 50), ("9223372036854775807", 1_000)])
    func tableIsAsWideAsColumnsSaysWithinReason(columns: String, width: Int) async throws {
        let outcome = try await Oplab.shell(
            "COLUMNS=\(columns) \"$oplab\" conform --queue inline --rule 1.1 --quiet")
        // The header and the row; the rest is no table.
        let widths = outcome.output.split(separator: "\n").prefix(2).map(\.count)
        #expect(widths.max() == width, "\(outcome.output.prefix(3_000))")
    }
}
