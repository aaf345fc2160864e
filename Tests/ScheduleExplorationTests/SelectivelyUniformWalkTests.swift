import ConcurrencyPrimitives
import RandomNumbers
import Testing

@testable import ScheduleExploration

/// What a selectively uniform random walk promises. Explorations are process-wide: these wait for their turn.
@Suite(.serialized)
struct SelectivelyUniformWalkTests {
    private static let steps = 9

    private final class Words: Sendable {
        let word = Atomic<Int>(0)
        let other = Atomic<UInt64>(0)
    }

    /// One thread comes somewhere among the many steps of another, which also has many on a word of its own.
    @Sendable private static func among() async {
        let words = Words()
        let walker = startTask {
            for step in 1...steps {
                words.word.store(step)
                for _ in 0..<4 { _ = words.other.adding(1) }
            }
        }
        let looker = startTask { ExploredSchedule.cover("met \(words.word.load())") }
        await walker.value
        await looker.value
    }

    private func places(_ strategy: ExplorationStrategy) async -> [Int] {
        let report = await explore(strategy: strategy, schedules: 4000, name: "among") { await Self.among() }
        #expect(report.hasPassed)
        return (0...Self.steps).map { report.covered["met \($0)"] ?? 0 }
    }

    /// Of 4,000 schedules half draw the word, and of these each of the ten places gets about 200; a walk that chooses among threads
    /// meets the last hardly ever.
    @Test func eachOrderOfTheStepsOnAResourceIsAboutEquallyLikely() async {
        let uniform = await places(.selectivelyUniform), random = await places(.random)
        #expect(uniform.reduce(0, +) == 4000)
        #expect(uniform.min()! > 150, "\(uniform)")
        #expect(random.min()! < 10, "\(random)")
    }

    @Test func withPointsAfterAccessesItIsSo() async {
        let uniform = await places(.selectivelyUniform.aroundAccesses)
        #expect(uniform.min()! > 150, "\(uniform)")
    }

    /// The profile knows nothing of the steps behind a branch that the first schedule doesn't take.
    @Test func stepsThatTheProfileDoesNotKnowAreStillOrdered() async {
        let report = await explore(strategy: .selectivelyUniform, schedules: 500, name: "branch") {
            let words = Words()
            let early = startTask { words.word.store(1) }
            let late = startTask {
                guard words.word.load() == 0 else { return }
                for _ in 0..<5 { _ = words.other.adding(1) }
                if words.word.load() == 1 { ExploredSchedule.cover("between") }
            }
            let looker = startTask { ExploredSchedule.cover("other \(words.other.load())") }
            for task in [early, late, looker] { await task.value }
        }
        #expect(report.hasPassed)
        #expect(report.covered["between"] ?? 0 > 0)
        for count in 0...5 { #expect(report.covered["other \(count)"] ?? 0 > 0, "\(count)") }
    }

    /// Threads that a thread has yet to start count as its own steps.
    @Test func threadThatStartsOthersIsNotLeftBehind() async {
        let report = await explore(strategy: .selectivelyUniform, schedules: 1000, name: "starts") {
            let words = Words()
            let parent = startTask {
                let children = (0..<4).map { _ in startTask { _ = words.word.adding(1) } }
                for child in children { await child.value }
            }
            let looker = startTask { ExploredSchedule.cover("met \(words.word.load())") }
            await parent.value
            await looker.value
        }
        let counts = (0...4).map { report.covered["met \($0)"] ?? 0 }
        #expect(counts.min()! > 100, "\(counts)")
    }

    private static let strategies: [ExplorationStrategy] = [
        .selectivelyUniform, .selectivelyUniform.aroundAccesses,
    ]

    /// The order in which three threads use a word: one uses it twice and starts another between, after a step on another word.
    /// Nil if the schedule drew all accesses, and not the word.
    private static func order(seed: UInt64, _ word: ResourceID, _ other: ResourceID) -> String? {
        let parent: [ThreadStep] = [
            .reach(.store(word)), .reach(.store(other)), .reach(.spawn), .reach(.store(word)),
        ]
        let use: [ThreadStep] = [.reach(.store(word))]
        let profile = ScheduleProfile()
        for step in parent { profile.note(Candidate(thread: 0, next: step, lineage: 1)) }
        for thread in 1...2 {
            profile.note(Candidate(thread: thread, next: use[0], lineage: UInt64(thread) + 1))
        }
        profile.finish([1: 0, 2: 0, 3: 1])
        var random = SplitMix64(seed: seed)
        guard random.below(profile.shared.count + 1) == 0 else { return nil }

        var walk = SelectivelyUniformWalk(random: SplitMix64(seed: seed), profile: profile)
        var left: [(name: String, steps: ArraySlice<ThreadStep>)] = [("P", parent[...]), ("L", use[...])]
        var order = ""
        while left.contains(where: { !$0.steps.isEmpty }) {
            let candidates = left.indices.filter { !left[$0].steps.isEmpty }.map {
                Candidate(thread: $0, next: left[$0].steps.first!, lineage: UInt64($0) + 1)
            }
            let thread = candidates[walk.choose(among: candidates[...], StepContext(step: 0, current: nil))]
                .thread
            let step = left[thread].steps.removeFirst()
            if step == .reach(.store(word)) { order += left[thread].name }
            if step == .reach(.spawn) { left.append(("C", use[...])) }
        }
        return order
    }

    @Test func everyOrderIsAboutEquallyLikelyWhereThreadStartsAnother() {
        var storage: (UInt8, UInt8) = (0, 0)
        let orders = withUnsafeMutableBytes(of: &storage) { bytes in
            let word = ResourceID(bytes.baseAddress!), other = ResourceID(bytes.baseAddress! + 1)
            return (0..<4000).compactMap { Self.order(seed: $0, word, other) }
        }
        let counts = Dictionary(grouping: orders) { $0 }.mapValues(\.count)
        #expect(counts.keys.sorted() == ["LPCP", "LPPC", "PCLP", "PCPL", "PLCP", "PLPC", "PPCL", "PPLC"])
        // Of about 2,000.
        #expect(counts.values.min()! > 180 && counts.values.max()! < 320, "\(counts)")
    }

    /// A thread that waits in a loop for one that is held back never ends the schedule.
    @Test(arguments: strategies, [false, true])
    func threadThatWaitsInLoopLetsOthersContinue(strategy: ExplorationStrategy, yields: Bool) async {
        let report = await explore(strategy: strategy, schedules: 300, stepLimit: 20_000, name: "loop") {
            let words = Words()
            let setter = startTask {
                words.word.store(1)
                words.other.store(1)
            }
            // With this the word is shared, and may be drawn. The thread that waits doesn't use it.
            let user = startTask { words.word.store(2) }
            while words.other.load() == 0 {
                if yields { await Task.yield() } else { words.other.pauseWhile(1) { $0 == 0 } }
            }
            await user.value
            await setter.value
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// A schedule depends on its number and the seed alone: not on where memory lies, which earlier schedules have used.
    @Test(arguments: strategies)
    func tokenRunsTheSameScheduleAfterOthers(strategy: ExplorationStrategy) async throws {
        @Sendable func churn() async {
            let tasks = (0..<2).map { _ in
                startTask {
                    // All are there until the end: the profile takes two at one address for one.
                    let all = (0..<3).map { _ in Words() }
                    for words in all {
                        let other = startTask { words.word.store(Int(words.other.load()) + 1) }
                        words.word.store(2)
                        await other.value
                    }
                }
            }
            for task in tasks { await task.value }
        }
        var plan = ExplorationPlan()
        (plan.strategy, plan.schedules, plan.keepsTraces) = (strategy, 60, true)
        let whole = await explore(plan, name: "churn") { await churn() }
        #expect(whole.hasPassed && whole.distinct > 30)
        var digests: Set<UInt64> = []
        for schedule in 0..<60 {
            var single = plan
            single.replay = ReplayToken(
                scenario: "churn",
                .seeded(strategy, seed: plan.seed, schedule: schedule, length: whole.reckoned))
            let report = await explore(single, name: "churn") { await churn() }
            #expect(report.hasPassed, "\(report)")
            digests.formUnion(report.traces.values)
        }
        #expect(digests == Set(whole.traces.values))
    }

    @Test func profileNamesWhatTwoThreadsShare() {
        let profile = ScheduleProfile()
        var storage: (UInt8, UInt8) = (0, 0)
        withUnsafeMutableBytes(of: &storage) { bytes in
            let first = ResourceID(bytes.baseAddress!), second = ResourceID(bytes.baseAddress! + 1)
            func step(_ lineage: UInt64, _ point: SchedulePoint) {
                profile.note(Candidate(thread: 0, next: .reach(point), lineage: lineage))
            }
            step(1, .store(first))
            step(2, .load(second))
            step(2, .load(first))
            step(2, .load(first))
            step(1, .load(second))
        }
        profile.finish([1: 0, 2: 1])
        // The second is only read.
        #expect(profile.shared.count == 1)
        #expect(profile.shared[0].accesses == [1: [0], 2: [1, 2]])
        #expect(profile.accesses == [1: 2, 2: 3] && profile.steps == 5)
    }

    @Test func lineageIsTheSameHoweverThreadsTakeTurns() {
        var one = ThreadLineages(), other = ThreadLineages()
        let root = one.name(task: 0, startedBy: 0)
        #expect(other.name(task: 0, startedBy: 0) == root)
        let first = one.name(task: 7, startedBy: root), second = one.name(task: 8, startedBy: root)
        let child = one.name(task: 0, startedBy: second)
        #expect(other.name(task: 70, startedBy: root) == first)
        #expect(other.name(task: 80, startedBy: root) == second)
        // Another thread has resumed the task.
        #expect(other.name(task: 70, startedBy: second) == first)
        #expect(other.name(task: 0, startedBy: second) == child)
        #expect(Set([root, first, second, child]).count == 4)
        #expect(one.parents == [root: 0, first: root, second: root, child: second])
    }
}
