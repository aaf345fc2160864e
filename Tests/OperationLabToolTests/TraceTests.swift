import ChildProcesses
import Foundation
import TestSupport
import Testing

/// `oplab trace`, `oplab why` and `oplab run-one`, as a user runs them.
@Suite struct TraceTests {
    /// In nanoseconds, to which the times in the file are rounded.
    private struct Slice {
        let start: Int
        let end: Int
        let name: String
    }

    private struct Place: Hashable {
        let process: Int
        let thread: Int
    }

    /// The events of a trace of a run that was short.
    private static func events(_ arguments: [String]) async throws -> [[String: Any]] {
        let folder = try TemporaryFolder()
        let file = folder.path + "/trace.json"
        let outcome = try await Oplab.run(["trace", "--seconds", "0.001", "--output", file] + arguments)
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.contains("none dropped"))
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(object["traceEvents"] as? [[String: Any]])
    }

    private static func place(_ event: [String: Any]) throws -> Place {
        Place(process: try #require(event["pid"] as? Int), thread: try #require(event["tid"] as? Int))
    }

    private static func nanoseconds(_ microseconds: Any?) throws -> Int {
        Int((try #require(microseconds as? Double) * 1_000).rounded())
    }

    private static func slices(_ events: [[String: Any]]) throws -> [Place: [Slice]] {
        var slices: [Place: [Slice]] = [:]
        for event in events where event["ph"] as? String == "X" {
            let start = try nanoseconds(event["ts"])
            let end = start + (try nanoseconds(event["dur"]))
            let slice = Slice(start: start, end: end, name: try #require(event["name"] as? String))
            slices[try place(event), default: []].append(slice)
        }
        return slices
    }

    @Test(arguments: ["lock", "actor", "foundation"], ["empty limit=2;producers=1", "fan"])
    func slicesNestAndArrowsHaveBothEnds(queue: String, scenario: String) async throws {
        let events = try await Self.events(["--queue", queue, "--scenario", scenario])
        let slices = try Self.slices(events)
        for (place, slices) in slices {
            var open: [Slice] = []
            for slice in slices.sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
                while let last = open.last, last.end <= slice.start { open.removeLast() }
                if let outer = open.last, slice.end > outer.end {
                    Issue.record("'\(slice.name)' reaches out of '\(outer.name)' in \(place)")
                    return
                }
                open.append(slice)
            }
        }
        var ends: [String: [(phase: String, place: Place, time: Int)]] = [:]
        for event in events {
            guard let phase = event["ph"] as? String, ["s", "f"].contains(phase) else { continue }
            let end = (phase, try Self.place(event), try Self.nanoseconds(event["ts"]))
            ends[try #require(event["id"] as? String), default: []].append(end)
        }
        #expect(!ends.isEmpty)
        for (id, ends) in ends {
            try #require(ends.map(\.phase) == ["s", "f"], "arrow \(id)")
            for end in ends {
                let isInside = slices[end.place]?.contains {
                    $0.start <= end.time && end.time <= $0.end
                }
                #expect(isInside == true, "arrow \(id) ends in no slice")
            }
        }
        let named = Set(events.compactMap { $0["name"] as? String }).filter { $0.hasPrefix("body #") }
        #expect(named.count > 100)
    }

    /// Each operation runs once, and at the end the queue holds none.
    @Test(arguments: ["lock", "actor"])
    func everyOperationIsThere(queue: String) async throws {
        let events = try await Self.events(["--queue", queue, "--scenario", "chain"])
        let names = try Self.slices(events).filter { $0.key.process == 1 }.values.joined().map(\.name)
        let runs = names.filter { $0.wholeMatch(of: /operation \d+/) != nil }
        let added = names.filter { $0.hasPrefix("adds operation") }
        #expect(runs.count == Set(runs).count)
        #expect(runs.count == added.count)
        let arrows = events.filter { $0["name"] as? String == "dependency" && $0["ph"] as? String == "f" }
        #expect(arrows.count == runs.count - 1)
        let held = events.filter { ($0["name"] as? String)?.hasPrefix("held") == true }
            .sorted { ($0["ts"] as? Double ?? 0) < ($1["ts"] as? Double ?? 0) }
        #expect((held.last?["args"] as? [String: Double])?["operations"] == 0)
    }

    @Test(arguments: [
        (["trace", "--queue", "lcok"], "'lcok'"), (["trace", "--scenario", "emtpy"], "'emtpy'"),
        (["trace", "--scenario", "empty limit=7"], "no case 'empty limit=7'"),
        (["trace", "--events", "1"], "--events is 1"), (["trace", "--seconds", "0"], "--seconds is 0.0"),
        (["trace", "--output", "/nowhere/at/all.json", "--seconds", "0.001"], "/nowhere/at/all.json"),
        (["trace", "--scenario", "latency"], "has no part to trace"),
        (["trace", "--queue", "foundation", "--queue-strategy", "chained"], "has no scheduling strategies"),
        (["why", "--queue", "lock", "--rounds", "0"], "--rounds is 0"),
        (["why", "--queue", "lock", "--seconds", "0"], "--seconds is 0.0"),
        (["why", "--queue", "lock", "--bound", "0"], "--bound is 0.0"),
        (["why", "--queue", "lock", "--scenario", "latency", "--quiet"], "has no part to trace"),
        (["why", "--queue", "lock", "--program", "/nowhere/at/all"], "/nowhere/at/all"),
        (["why", "--queue", "lcok", "--program", Oplab.path], "'lcok'"),
        (["why", "--queue", "lock", "--queue-strategy", "egaer", "--program", Oplab.path], "'egaer'"),
        (["run-one", "--queue", "lock", "--seconds", "nan"], "--seconds is nan"),
        (["run-one", "--workload", "/nowhere/at/all.json"], "/nowhere/at/all.json"),
        (["trace", "--workload", "mine.json", "--scenario", "fan"], "--workload is a case of its own"),
        (
            ["why", "--queue", "dispatch-serial", "--workload", TraceTests.urgent, "--quiet"],
            "no dependencies, priorities"
        ),
    ])
    func whatCantBeDoneIsSaid(arguments: [String], message: String) async throws {
        let folder = try TemporaryFolder()
        let output = arguments.contains("--output") ? [] : ["--output", folder.path + "/trace.json"]
        let outcome = try await Oplab.run(arguments + (arguments[0] == "trace" ? output : []))
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func traceReplacesNoFile() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/mine.json"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try await Oplab.run(["trace", "--output", file])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("exists"))
        #expect(try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8) == "mine")
    }

    @Test func droppedEventsAreSaid() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.run([
            "trace", "--queue", "lock", "--events", "1000", "--seconds", "0.001", "--output",
            folder.path + "/trace.json",
        ])
        #expect(outcome.status == .exited(3))
        #expect(outcome.output.contains("more dropped"))
        #expect(outcome.error.contains("there is no table"))
    }

    @Test func fewRoundsAreInconclusive() async throws {
        let outcome = try await Oplab.run([
            "why", "--queue", "lock", "--against", "foundation", "--rounds", "2", "--quiet",
        ])
        #expect(outcome.status == .exited(3))
        #expect(outcome.output.contains("too few rounds"))
        #expect(outcome.output.contains("elapsed time, ns"))
    }

    @Test func twoBuildsAreCompared() async throws {
        let outcome = try await Oplab.run([
            "why", "--queue", "lock", "--program", Oplab.path, "--rounds", "2", "--quiet",
        ])
        #expect(outcome.status == .exited(3), "\(outcome.error)")
        #expect(outcome.output.contains("too few rounds"))
    }

    private static let urgent = Repository.path("Benchmarks/Workloads/urgent.json")

    @Test func workloadIsTracedRunAndExplained() async throws {
        let events = try await Self.events(["--queue", "actor", "--workload", Self.urgent])
        let names = try Self.slices(events).filter { $0.key.process == 1 }.values.joined().map(\.name)
        #expect(names.count { $0.wholeMatch(of: /operation \d+/) != nil } == 600)
        let one = try await Oplab.run([
            "run-one", "--queue", "lock", "--seconds", "0.001", "--workload", Self.urgent,
        ])
        #expect(one.output.contains(" at urgent checksum=") && one.output.contains("all checked"))
        // Also by another program, which reads the file, too.
        let why = try await Oplab.run([
            "why", "--queue", "lock", "--against", "actor", "--workload", Self.urgent, "--rounds", "2",
            "--program", Oplab.path, "--quiet",
        ])
        #expect(why.status == .exited(3), "\(why.error)")
        #expect(why.output.contains("urgent checksum=") && why.output.contains("too few rounds"))
    }

    @Test func runOneRunsAndChecks() async throws {
        let outcome = try await Oplab.run(["run-one", "--queue", "lock", "--seconds", "0.001"])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.contains("all checked"))
    }
}
