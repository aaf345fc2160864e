import ChildProcesses
import HistoryTestSupport
import Testing
import TextFormats

@Suite struct AddTests {
    @Test func addedRunIsNamedAndAddedOnce() async throws {
        var tool = try HistoryTool()
        try await tool.makeCommits(1)
        let run = try tool.writeRuns(slowFrom: 9)[0]
        let first = try await tool.add([run])
        #expect(first.status == .exited(0) && first.errors == "")
        #expect(first.output.hasPrefix("\(run): added, commit \(tool.commits[0].prefix(12)), machine "))
        let second = try await tool.add([run])
        #expect(second.status == .exited(0))
        #expect(second.output == "\(run): already there, nothing changed\n")
    }

    @Test func corruptRunIsNamedWithItsLineAndNoneIsStored() async throws {
        var tool = try HistoryTool()
        try await tool.makeCommits(2)
        let runs = try tool.writeRuns(slowFrom: 9)
        let file = "\(runs[1])/measurements.csv"
        try AtomicFile.replace(file, try TextFile.contents(file).replacing("process_cpu_time", with: "speed"))
        let result = try await tool.add(runs)
        #expect(result.status == .exited(2) && result.output == "")
        #expect(result.errors.hasPrefix("Error: can't read \(file):3:"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(!TextFile.exists(tool.folder("history.sqlite")))
    }

    @Test func commitThatGitDoesNotKnowIsRefused() async throws {
        var tool = try HistoryTool()
        try await tool.makeCommits(1)
        let run = try RunFixture().write(to: tool.folder("unknown"))
        let result = try await tool.add([run])
        #expect(result.status == .exited(2))
        #expect(result.errors.contains("git doesn't know its commit \(RunFixture.commit(1))"))
    }

    @Test func folderOutsideOfARepositoryIsRefused() async throws {
        let tool = try HistoryTool()
        try Folder.make(tool.folder("repository"))
        let result = try await tool.add([try RunFixture().write(to: tool.folder("run"))])
        #expect(result.status == .exited(2))
        #expect(result.errors.contains("it is in no git repository"))
    }

    /// Its counts of commits would be too small.
    @Test func shallowRepositoryIsRefused() async throws {
        var tool = try HistoryTool()
        try await tool.makeCommits(2)
        let run = try tool.writeRuns(slowFrom: 9)[1]
        try tool.makeShallow()
        let result = try await tool.add([run])
        #expect(result.status == .exited(2))
        #expect(result.errors.contains("the repository is shallow: 'git fetch --unshallow' completes it"))
    }

    @Test func addWithoutARunIsBadUsage() async throws {
        #expect(try await HistoryTool().add([]).status == .exited(64))
    }
}
