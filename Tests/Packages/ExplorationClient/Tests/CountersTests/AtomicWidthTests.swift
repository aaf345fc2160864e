import ScheduleExploration
import Synchronization
import Testing

/// The runtime has functions of its own for atomic accesses of each width. A lost update is found at each, and values keep all
/// of their bytes.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct AtomicWidthTests {
    /// Two threads change a word that is 0 at first, and each has to see what the other has made of it.
    struct Width: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: @Sendable (_ losesUpdates: Bool) async -> Void

        init<Word: AtomicWord>(
            _ name: String, _ word: Word.Type, _ change: @escaping @Sendable (Word.Value) -> Word.Value
        ) {
            testDescription = name
            body = { losesUpdates in
                let word = Word()
                let first = word.load()
                @Sendable func update() {
                    var seen = word.load()
                    if losesUpdates { return word.store(change(seen)) }
                    while !word.replace(seen, by: change(seen)) { seen = word.load() }
                }
                let other = Task { update() }
                update()
                await other.value
                let (last, once) = (word.load(), change(first))
                ExploredSchedule.expect(last == change(once), last == once ? "lost an update" : "\(last)")
            }
        }
    }

    // Each addend has a bit in every byte, so an access of too few bytes shows, too.
    static let widths = [
        Width("Int8", Word8.self) { $0 &+ 0x01 },
        Width("Int16", Word16.self) { $0 &+ 0x0101 },
        Width("Int32", Word32.self) { $0 &+ 0x0101_0101 },
        Width("Int64", Word64.self) { $0 &+ 0x0101_0101_0101_0101 },
        Width("UInt128", Word128.self) { $0 &+ (.max / 0xff) },
        Width("WordPair", WordOfTwo.self) {
            WordPair(first: $0.first &+ 1, second: $0.second &+ 1)
        },
        Width("Bool", WordOfBool.self) { !$0 },
    ]

    private func report(
        _ width: Width, _ memory: MemoryModel, losesUpdates: Bool
    ) async -> ExplorationReport {
        var plan = ExplorationPlan()
        (plan.schedules, plan.memory) = (1_000, memory)
        return await explore(plan, name: width.testDescription) { await width.body(losesUpdates) }
    }

    @Test(arguments: widths, MemoryModel.allCases)
    func lostUpdateIsFound(_ width: Width, _ memory: MemoryModel) async throws {
        let report = await report(width, memory, losesUpdates: true)
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .failed && failure.message == "lost an update", "\(failure)")
        let steps = failure.interleaving.events.filter { $0.location.contains("AtomicWords") }.map(\.action)
        // Beside those of the updates, a load looks at the first value, and one at the last.
        #expect(steps.count { $0.hasPrefix("loads word") } == 4, "\(failure)")
        #expect(steps.count { $0.hasPrefix("stores to word") } == 2, "\(failure)")
    }

    @Test(arguments: widths, MemoryModel.allCases)
    func compareExchangeLosesNone(_ width: Width, _ memory: MemoryModel) async {
        let report = await report(width, memory, losesUpdates: false)
        #expect(report.hasPassed && report.distinct > 5, "\(report)")
    }
}
