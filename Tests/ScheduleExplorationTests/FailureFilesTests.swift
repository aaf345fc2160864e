import CPlatform
import ConcurrencyPrimitives
import Foundation
import Testing

@testable import ScheduleExploration

/// The page and the trace of a schedule that failed. Explorations are process-wide: these wait for their turn.
@Suite(.serialized)
struct FailureFilesTests {
    private static let scenario = "an <update> & \"another\""

    /// A scenario of two tasks, of which one is resumed, and of a thread.
    private static func failing(in folder: String?) async -> ExplorationReport {
        var plan = ExplorationPlan()
        plan.failureFolder = folder
        return await explore(plan, name: scenario) {
            let word = Box(Atomic<Int>(0))
            let other = startTask { word.value.store(word.value.load() + 1) }
            await other.value
            let another = startTask { word.value.store(word.value.load() + 1) }
            word.value.store(word.value.load() + 1)
            await another.value
            ExploredSchedule.expect(word.value.load() == 3, "an <update> was lost")
        }
    }

    private func failure() async throws -> ScheduleFailure {
        try #require(await Self.failing(in: nil).failure)
    }

    @Test func jobsOfTaskShareItsColumn() async throws {
        let interleaving = try await failure().interleaving
        // The first thread starts the task of the scenario, which is resumed once at least.
        #expect(interleaving.columns.map(\.name) == ["thread 0", "task 1", "task 2", "task 3"])
        #expect(interleaving.columns[1].threads.count > 1)
        // Its name is that of a caller in a call of the runtime, and a sanitizer's program has no interposer to see one.
        #expect(interleaving.columns[1].function.contains("closure") || oplab_is_sanitized())
        #expect(Set(interleaving.columns.flatMap(\.threads)) == Set(interleaving.events.map(\.thread)))
        #expect(interleaving.description.hasPrefix("task 1 (threads 1, "))
    }

    @Test func stepThatPreemptsIsMarked() async throws {
        let failure = try await failure()
        let marked = failure.interleaving.events.count { $0.isPreemption }
        #expect(failure.fewestPreemptions == 1 && marked == 1)
    }

    @Test func pageHoldsEveryStepAndEscapesText() async throws {
        let failure = try await failure()
        let page = failure.page(of: Self.scenario)
        #expect(page.contains("<title>an &lt;update&gt; &amp; &quot;another&quot;</title>"))
        #expect(page.contains("<pre>an &lt;update&gt; was lost</pre>"))
        #expect(page.contains("\(failure.token)".replacing(">", with: "&gt;")))
        let rows = page.components(separatedBy: "<tr").dropFirst(2)
        #expect(rows.count == failure.interleaving.events.count)
        for (row, event) in zip(rows, failure.interleaving.events) {
            #expect(row.contains(event.action) && row.contains(">\(event.location)</td>"))
            #expect(row.contains("(preempts)") == event.isPreemption)
            // Its number, its column, what is beside that, and its place.
            let spans = row.matches(of: /colspan="(\d+)"/).map { Int($0.1)! }
            #expect(spans.reduce(1, +) == failure.interleaving.columns.count)
            #expect(row.components(separatedBy: "<td").count - 1 == 3 + spans.count)
        }
    }

    @Test func traceHoldsEveryStepInItsOrder() async throws {
        let failure = try await failure()
        let text = try failure.trace(of: Self.scenario)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let events = try #require(object?["traceEvents"] as? [[String: Any]])
        let names = events.filter { $0["name"] as? String == "thread_name" }
        #expect(names.count == failure.interleaving.columns.count)
        let steps = events.filter { $0["ph"] as? String == "X" }
        #expect(steps.map { $0["name"] as? String } == failure.interleaving.events.map(\.action))
        #expect(steps.map { $0["ts"] as? Int } == steps.indices.map { $0 })
        let threads = steps.map { ($0["args"] as? [String: String])?["thread"] }
        #expect(threads == failure.interleaving.events.map { "\($0.thread)" })
        #expect(events.count { $0["name"] as? String == "preemption" } == 1)
        let data = object?["otherData"] as? [String: String]
        #expect(data?["token"] == "\(failure.token)" && data?["scenario"] == Self.scenario)
    }

    @Test func manyColumnsHaveShortNamesThatDiffer() {
        let columns = (0..<6).map {
            Interleaving.Column(
                name: $0 % 2 == 0 ? "thread \($0)" : "task \($0)", function: "", threads: [$0])
        }
        let interleaving = Interleaving(events: [], columns: columns)
        let head = interleaving.description.split(separator: "\n").last!
        #expect(head.split(separator: " ") == ["0", "t1", "2", "t3", "4", "t5"])
    }

    @Test func folderGetsBothFiles() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "failures-\(UUID())").path
        let folder = "\(root)/one/two"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let failure = try #require(await Self.failing(in: folder).failure)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files.count == 2 && files[0].hasPrefix("an-update-another-") && files[0].hasSuffix(".html"))
        #expect(files[1] == files[0].replacing(".html", with: ".trace.json"))
        let page = try String(contentsOfFile: "\(folder)/\(files[0])", encoding: .utf8)
        #expect(page == failure.page(of: Self.scenario))
    }

    @Test func folderThatCannotBeWrittenIsSaid() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID())").path
        try "not a folder".write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let failure = try #require(await Self.failing(in: "\(file)/failures").failure)
        #expect(
            failure.message.hasPrefix("an <update> was lost; its page is missing: "), "\(failure.message)")
    }
}
