import Foundation
import Operations
import QueueConformance
import QueueExperiments
import Reporting
import Testing

/// The files, read by a parser that knows nothing of what wrote them.
@Suite struct ExperimentFileTests {
    private static func reports() throws -> [ExperimentReport] {
        let missing = ExperimentReport.Missing(.mainQueue, reason: "it has none")
        return [
            try MadeUpExperiment.report(
                1, .timeline(MadeUpExperiment.added), .timeline(MadeUpExperiment.started)),
            try MadeUpExperiment.report(3, .notApplicable(missing), .timeline(MadeUpExperiment.started)),
            try MadeUpExperiment.report(6),
        ]
    }

    private static func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private static func events() throws -> [[String: Any]] {
        try #require(try object(ExperimentTrace.text(reports()))["traceEvents"] as? [[String: Any]])
    }

    /// A thread of a process of the trace.
    private struct Place: Hashable {
        let process: Int
        let thread: Int

        init(_ event: [String: Any]) throws {
            process = try #require(event["pid"] as? Int)
            thread = try #require(event["tid"] as? Int)
        }
    }

    @Test func filesCarryTheVersionOfTheRules() throws {
        let trace = try Self.object(ExperimentTrace.text(Self.reports()))
        #expect(trace["otherData"] as? [String: String] == ["rulesVersion": RuleBook.version])
        let json = try Self.object(ExperimentJSON.text(Self.reports()))
        #expect(json["rulesVersion"] as? String == RuleBook.version)
    }

    @Test func everyEventOfATraceHasWhatItsPhaseNeeds() throws {
        let events = try Self.events()
        for event in events {
            #expect(event["name"] is String)
            _ = try Place(event)
            let phase = try #require(event["ph"] as? String)
            if phase == "M" {
                #expect((event["args"] as? [String: Any])?["name"] is String)
                continue
            }
            #expect(event["cat"] is String)
            #expect(try #require(event["ts"] as? Double) >= 0)
            switch phase {
            case "X": #expect(try #require(event["dur"] as? Double) >= 0)
            case "i": #expect(event["s"] as? String == "t")
            case "b", "e": #expect(event["id"] is String)
            default: Issue.record("there is no phase '\(phase)'")
            }
        }
        #expect(Set(events.compactMap { $0["ph"] as? String }) == ["M", "X", "i", "b", "e"])
    }

    @Test func everyTrialIsAProcessWithANameAndItsThreadsHaveOneToo() throws {
        let events = try Self.events()
        func names(_ kind: String) throws -> [Place: String] {
            let named = try events.filter { $0["name"] as? String == kind }.map { event in
                let name = try #require((event["args"] as? [String: Any])?["name"] as? String)
                return (try Place(event), name)
            }
            return Dictionary(uniqueKeysWithValues: named)
        }
        let processes = try names("process_name")
        #expect(
            Set(processes.values) == [
                "experiment 1 on lock: synchronous", "experiment 1 on lock: asynchronous",
                "experiment 3 on lock: asynchronous on the main queue",
            ])
        let threads = try names("thread_name")
        #expect(Set(threads.values) == ["main", "thread 1", "thread 2"])
        // Some readers tell threads by their number alone.
        #expect(Set(threads.keys.map(\.thread)).count == threads.count)
        for event in events where event["ph"] as? String != "M" {
            let place = try Place(event)
            #expect(threads[place] != nil && processes.keys.contains { $0.process == place.process })
        }
    }

    /// A reader drops slices of a thread that overlap without one lying within the other.
    @Test func slicesOfAThreadDoNotCross() throws {
        var slices: [Place: [(begin: Double, end: Double)]] = [:]
        for event in try Self.events() where event["ph"] as? String == "X" {
            let begin = try #require(event["ts"] as? Double)
            let duration = try #require(event["dur"] as? Double)
            slices[try Place(event), default: []].append((begin, begin + duration))
        }
        #expect(!slices.isEmpty)
        for ofThread in slices.values {
            for (index, slice) in ofThread.enumerated() {
                let crossing = ofThread[(index + 1)...].filter {
                    $0.begin < slice.end && slice.begin < $0.end
                }
                #expect(crossing.isEmpty)
            }
        }
    }

    /// Readers may take equal identifiers in two processes for one.
    @Test func asynchronousSlicesArePairsWithIdentifiersOfTheirOwn() throws {
        var open: [String: Double] = [:]
        var ended: Set<String> = []
        let events = try Self.events().filter { ["b", "e"].contains($0["ph"] as? String) }
        for event in events {
            let id = try #require(event["id"] as? String)
            let time = try #require(event["ts"] as? Double)
            if event["ph"] as? String == "b" {
                #expect(open.updateValue(time, forKey: id) == nil, "\(id) begins twice")
            } else {
                #expect(try #require(open[id]) <= time)
                #expect(ended.insert(id).inserted, "\(id) ends twice")
            }
        }
        #expect(ended.count == 4)
        #expect(ended == Set(open.keys))
    }

    @Test func jsonHasEveryStampAndTheAnswer() throws {
        let file = try Self.object(ExperimentJSON.text(Self.reports()))
        #expect(file["rulesVersion"] as? String == RuleBook.version)
        let experiments = try #require(file["experiments"] as? [[String: Any]])
        #expect(experiments.map { $0["number"] as? Int } == [1, 3, 6])
        let answers = experiments.map { ($0["answer"] as? [String: Any])?["standing"] as? String }
        #expect(answers == ["inconclusive", "contradicted", nil])
        #expect((experiments[2]["commands"] as? [String])?.isEmpty == false)

        let trials = try #require(experiments[0]["trials"] as? [[String: Any]])
        #expect(trials.map { $0["mostAtOnce"] as? Int } == [2, 2])
        let operations = try #require(trials[0]["operations"] as? [[String: Any]])
        #expect(operations.map { $0["ended"] == nil } == [false, true])
        let began = try #require(operations[0]["began"] as? [String: Any])
        #expect(began["time"] as? Int == 1_000_000)
        #expect(began["thread"] as? String == "thread 1")
        #expect(began["threadID"] as? Int == 101)
        let skipped = try #require((experiments[1]["trials"] as? [[String: Any]])?.first)
        #expect(skipped["notApplicable"] as? String == "no mainQueue: it has none")
    }
}
