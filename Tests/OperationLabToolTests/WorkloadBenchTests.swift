import ChildProcesses
import QueueBenchmarking
import Reporting
import TestSupport
import Testing

/// `oplab bench --workload`.
@Suite struct WorkloadBenchTests {
    private static func text(_ name: String, _ members: String = "") -> String {
        #"{"name": "\#(name)", "operations": 200, "work": 0.5\#(members)}"#
    }

    @Test func workloadsGoIntoTheResultsByName() async throws {
        let folder = try TemporaryFolder()
        let first = try folder.write(Self.text("first", #", "limit": 1"#), to: "a.json")
        let second = try folder.write(Self.text("second", #", "cancelled": 0.1"#), to: "b.json")
        let outcome = try await Oplab.run([
            "bench", "--workload", first, "--workload", second, "--queue", "lock,dispatch-serial", "--rounds",
            "2", "--output", folder.file("run"), "--quiet",
        ])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.hasPrefix("first, checksum "))
        #expect(outcome.output.contains("dispatch-serial at second: it has no cancellation: "))
        let run = try RunFolder(reading: folder.file("run"))
        #expect(run.manifest.cases.map(\.scenario) == ["first", "second"])
        #expect(run.manifest.cases.map { $0.parameters["operations"] } == [200, 200])
        #expect(
            run.measurements.contains { $0.metric == .latencyP50 && $0.benchmarkCase.scenario == "first" })
        #expect(try folder.read("run/workloads/first.json") == Self.text("first", #", "limit": 1"#))
    }

    @Test func workloadComesFromAPipeAndBesideAScenario() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.shell(
            """
            "$oplab" bench --workload <(echo '\(Self.text("piped"))') --scenario pool --queue inline --rounds 2 \
            --output '\(folder.path)' --quiet
            """)
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        let cases = try RunFolder(reading: folder.path).manifest.cases
        #expect(Set(cases.map(\.scenario)) == ["piped", "pool"])
    }

    @Test func errorHasItsPositionAndNothingIsWritten() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{\n  \"name\": \"a\",\n  \"operatons\": 5\n}", to: "w.json")
        for (file, message) in [
            (path, "\(path):3:3: there is no key 'operatons'; the nearest: operations"),
            (folder.file("none.json"), "can't open \(folder.file("none.json")): No such file"),
        ] {
            let outcome = try await Oplab.run(["bench", "--workload", file, "--output", folder.file("run")])
            #expect(outcome.status == .exited(64))
            #expect(outcome.error.contains(message), "\(outcome.error)")
        }
        #expect(try folder.names() == ["w.json"])
    }

    @Test func workloadsOfOneNameAreRefused() async throws {
        let folder = try TemporaryFolder()
        let first = try folder.write(Self.text("same"), to: "a.json")
        let second = try folder.write(Self.text("same", #", "seed": 2"#), to: "b.json")
        let outcome = try await Oplab.run([
            "bench", "--workload", first, "--workload", second, "--output", folder.file("run"),
        ])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("\(first) and \(second) have the same name, 'same'"))
    }

    /// What the help shows is a workload.
    @Test func exampleOfTheHelpIsRead() async throws {
        let help = try await Oplab.run(["bench", "--help"]).output
        let start = try #require(help.firstRange(of: "  {\n")).lowerBound
        let end = try #require(help[start...].firstRange(of: "  }\n")).upperBound
        let workload = try WorkloadFile.parse(Array(help[start..<end].utf8), path: "help", processors: 2)
        #expect(workload.name == "thumbnails" && workload.producers == 2)
    }
}
