import ChildProcesses
import QueueBenchmarking
import TestSupport
import Testing

/// `oplab report`, on runs whose numbers are known.
@Suite struct ReportTests {
    private static let costs: KeyValuePairs<String, [Double]> = [
        "lock": [10, 10, 10, 10, 10, 10, 10, 10], "foundation": [40, 40, 40, 40, 40, 40, 40, 40],
    ]

    private func run(_ costs: KeyValuePairs<String, [Double]> = costs) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try MadeUpRun.write(to: folder, costs)
        return folder
    }

    @Test func pageIsWrittenBesideTheResultsAndReplaced() async throws {
        let folder = try run()
        for _ in 0..<2 {
            let outcome = try await Oplab.run(["report", folder.path + "/"])
            #expect(outcome.status == .exited(0), "\(outcome.error)")
            #expect(outcome.output == "Report: \(folder.file("report.html"))\n")
        }
        let page = try folder.read("report.html")
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("is the fastest in 1 of 1 scenario."))
    }

    @Test func fileOfAnotherProgramIsKept() async throws {
        let folder = try run()
        let path = try folder.write("<p>mine</p>", to: "report.html")
        let outcome = try await Oplab.run(["report", folder.path])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.hasPrefix("Error: \(path) exists, and 'report' didn't write it."))
        #expect(try folder.read("report.html") == "<p>mine</p>")
    }

    @Test func scriptThatIsNamedIsEmbedded() async throws {
        let folder = try run()
        let script = try folder.write("var Plotly = 1;", to: "plotly.js")
        let page = folder.file("mine.html")
        let outcome = try await Oplab.run(["report", folder.path, "--plotly", script, "--output", page])
        #expect(outcome.status == .exited(0) && outcome.error.isEmpty)
        #expect(try folder.read("mine.html").contains("<script>var Plotly = 1;</script>"))
        let missing = try await Oplab.run([
            "report", folder.path, "--plotly", folder.file("none.js"), "--output", page,
        ])
        #expect(missing.status == .exited(64) && missing.error.contains("none.js"))
    }

    @Test func missingScriptIsNamedWithTheCommandThatInstallsIt() async throws {
        let folder = try run()
        // There is no script relative to this folder.
        let outcome = try await Oplab.shell("cd '\(folder.path)' && \"$oplab\" report .")
        #expect(outcome.status == .exited(0))
        #expect(outcome.error.contains("'scripts/setup --plots' installs it"))
        #expect(try folder.read("report.html").contains("<code>scripts/setup --plots</code>"))
    }

    @Test func tooFewRoundsEndWithStatus3() async throws {
        let folder = try run(["lock": [10, 10], "foundation": [40, 40]])
        let outcome = try await Oplab.run(["report", folder.path])
        #expect(outcome.status == .exited(3))
        #expect(outcome.error.contains("there are too few rounds for some sentences"))
        #expect(
            try folder.read("report.html").contains(
                "There are too few rounds to say which queue is the fastest."))
    }

    @Test func fileThatCannotBeReadIsLeftOut() async throws {
        let folder = try run()
        _ = try folder.write("{", to: "conformance.json")
        let outcome = try await Oplab.run(["report", folder.path])
        #expect(outcome.status == .exited(2))
        #expect(outcome.error.contains("can't read \(folder.file("conformance.json")):1:2: "))
        #expect(outcome.error.contains("Left out: "))
        #expect(try folder.read("report.html").contains("is the fastest at"))
    }

    @Test func folderWithoutResultsIsBadUsage() async throws {
        let folder = try TemporaryFolder()
        for (path, reason) in [
            (folder.path, "it is no folder of results"), (folder.file("none"), "there is no such folder"),
        ] {
            let outcome = try await Oplab.run(["report", path])
            #expect(outcome.status == .exited(64))
            #expect(outcome.error.hasPrefix("Error: can't read \(path): \(reason)"), "\(outcome.error)")
        }
        #expect(try folder.names().isEmpty)
    }

    @Test func pageThatCannotBeWrittenIsBadUsage() async throws {
        let folder = try run()
        let outcome = try await Oplab.run(["report", folder.path, "--output", folder.file("none/page.html")])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("none/page.html") && outcome.output.isEmpty, "\(outcome.error)")
    }

    @Test func twoRunsAreComparedInThePageOfTheFirst() async throws {
        let (before, after) = (
            try run(),
            try run([
                "lock": [20, 20, 20, 20, 20, 20, 20, 20], "foundation": [40, 40, 40, 40, 40, 40, 40, 40],
            ])
        )
        let outcome = try await Oplab.run(["report", before.path, after.path])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(
            try before.read("report.html").contains(
                "of 1 numbers 0 fell, 1 rose, 0 did not change significantly."))
    }
}
