import ChildProcesses
import HistoryTestSupport
import Testing
import TextFormats

@Suite struct ShowTests {
    /// A tool whose database has 20 commits on `ci-1`, the last eight of them slower.
    private func filled() async throws -> HistoryTool {
        var tool = try HistoryTool()
        try await tool.makeCommits(20)
        // Not in the order of the commits.
        let result = try await tool.add(try tool.writeRuns(slowFrom: 12).reversed())
        #expect(result.status == .exited(0), "\(result.errors)")
        return tool
    }

    @Test func changeIsShownBetweenItsCommits() async throws {
        let tool = try await filled()
        let (before, after) = (tool.commits[11].prefix(12), tool.commits[12].prefix(12))
        let result = try await tool.run("--queue", "lock")
        #expect(result.status == .exited(0) && result.errors == "")
        #expect(result.output.contains("20 runs of 20 commits"))
        #expect(result.output.contains("worse, between \(before) and \(after), p = 0.0"))
        #expect(result.output.contains("×1.5"))
        #expect(result.output.contains("scripts/gate \(before) \(after)"))
        #expect(!result.output.contains("foundation"))
    }

    @Test func sameDatabaseGivesTheSameText() async throws {
        let tool = try await filled()
        let texts = [try await tool.run().output, try await tool.run("show").output]
        #expect(texts[0] == texts[1])
    }

    @Test func anchorDividesTheMachineOut() async throws {
        let result = try await filled().run("--anchor", "foundation", "--all")
        #expect(result.status == .exited(0))
        #expect(result.output.contains("divided by foundation in the same process"))
        #expect(!result.output.contains("worse") && result.output.contains("×0.010"))
    }

    /// What changed before the last runs isn't among them.
    @Test func onlyTheLastRunsAreLookedAt() async throws {
        let tool = try await filled()
        let all = try await tool.run("--queue", "lock", "--last", "20")
        #expect(all.output.contains("worse, between"))
        let few = try await tool.run("--queue", "lock", "--last", "8")
        #expect(few.status == .exited(3), "\(few.output)")
        let wrong = try await tool.run("--last", "0")
        #expect(wrong.status == .exited(64) && wrong.errors.contains("--last is 0, and must be 1 or more."))
    }

    @Test func metricThatNoRunHasIsNamed() async throws {
        let result = try await filled().run("--metric", "latency_p99")
        #expect(
            result.status == .exited(64) && result.errors.contains("there is no metric 'latency_p99'"),
            "\(result.errors)")
    }

    @Test func machinesAreListedAndShownByThemselves() async throws {
        let tool = try await filled()
        #expect(try await tool.add(try tool.writeRuns(slowFrom: 99, host: "ci-2")).status == .exited(0))
        let both = try await tool.run().output
        #expect(both.hasPrefix("id        profile  runs  commits  machine\n"))
        #expect(both.split(separator: "\n").count { $0.hasPrefix("Machine ") } == 2)
        #expect(both.matches(of: /20 runs of 20 commits/).count == 2)
        let second = try await tool.run("--machine", "ci-2")
        #expect(second.output.hasPrefix("Machine ") && !second.output.contains("worse"))
        let unknown = try await tool.run("--machine", "ci-3")
        #expect(unknown.status == .exited(64) && unknown.errors.contains("machine 'ci-3'"))
    }

    @Test func fewRunsAreInconclusive() async throws {
        var tool = try HistoryTool()
        try await tool.makeCommits(9)
        #expect(try await tool.add(try tool.writeRuns(slowFrom: 4)).status == .exited(0))
        let result = try await tool.run()
        #expect(result.status == .exited(3))
        #expect(result.output.contains("2 series have fewer than 10 runs, or too few of different"))
        #expect(try await tool.run("page", "--output", tool.folder("page.html")).status == .exited(3))
    }

    @Test(arguments: [
        ["--queue", "lokc"], ["--scenario", "emtpy"], ["--metric", "speed"], ["--anchor", "none"],
        ["--format", "xml"],
        ["--false-discoveries", "0"], ["--nonsense"],
    ])
    func wrongNameIsBadUsage(arguments: [String]) async throws {
        let tool = try await filled()
        let result = try await tool.run(arguments[0], arguments.last ?? "")
        #expect(result.status == .exited(64) && result.output == "")
        #expect(result.errors.hasPrefix("Error: "))
    }

    @Test func missingDatabaseIsAFailure() async throws {
        let result = try await HistoryTool().run()
        #expect(result.status == .exited(2) && result.errors.contains("there is no such database"))
    }

    @Test func jsonHasBothCommits() async throws {
        let tool = try await filled()
        let result = try await tool.run("--format", "json", "--queue", "lock")
        #expect(result.status == .exited(0))
        #expect(result.output.contains("\"before\" : \"\(tool.commits[11])\""))
        #expect(result.output.contains("\"after\" : \"\(tool.commits[12])\""))
    }

    @Test func pageReplacesOnlyAPage() async throws {
        let tool = try await filled()
        let page = tool.folder("page.html")
        for _ in 1...2 {
            #expect(try await tool.run("page", "--output", page).status == .exited(0))
            #expect(try TextFile.contents(page).contains("scripts/gate \(tool.commits[11].prefix(12))"))
        }
        try AtomicFile.replace(page, "mine")
        let refused = try await tool.run("page", "--output", page)
        #expect(refused.status == .exited(2) && refused.errors.contains("'page' didn't write it"))
        #expect(try TextFile.contents(page) == "mine")
    }

    @Test func calibrationPrintsRatesOfFalseChangesAndOfFoundSteps() async throws {
        let tool = try await filled()
        let result = try await tool.run("calibrate", "--series", "20", "--step-series", "2")
        #expect(result.status == .exited(0), "\(result.errors)")
        for part in [
            "residuals of the database", "normal", "wandering, correlation 0.5", "5 × noise",
        ] {
            #expect(result.output.contains(part), "\(part)")
        }
    }
}
