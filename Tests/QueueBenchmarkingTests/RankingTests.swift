import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

/// Rankings of made-up measurements, whose order is known.
@Suite struct RankingTests {
    private static let (a, b, c) = (SubjectID(queue: "a"), SubjectID(queue: "b"), SubjectID(queue: "c"))

    /// One queue: its mean by each criterion. The rounds vary by 2%, each queue in another way.
    typealias Means = [RankingCriterion: Double]

    static func summary(
        _ queues: KeyValuePairs<String, Means>, rounds: Int = 16, memoryRounds: Int? = nil,
        noise: Double = 0.02,
        cases: [BenchmarkCase] = [BenchmarkCase(EmptyScenario(limit: 1, operations: 10))]
    ) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        for (number, (queue, means)) in queues.enumerated() {
            for (criterion, mean) in means {
                let count = criterion == .memory ? memoryRounds ?? rounds : rounds
                for benchmarkCase in cases {
                    let values = (0..<count).map { round in
                        mean * (1 + noise * Double((round * (number * 2 + 3)) % 7 - 3) / 3)
                    }
                    RunComparisonTests.add(
                        [queue: values], of: criterion.metric, at: benchmarkCase, to: &summary)
                }
            }
        }
        return summary
    }

    static func ranking(_ summary: BenchmarkSummary, named: [SubjectID]? = nil) -> QueueRanking {
        QueueRanking(summary, RankingCandidates(summary, named: named, cases: summary.cases))
    }

    private func ranking(
        _ queues: KeyValuePairs<String, Means>, rounds: Int = 16, memoryRounds: Int? = nil
    ) -> QueueRanking {
        Self.ranking(Self.summary(queues, rounds: rounds, memoryRounds: memoryRounds))
    }

    // MARK: The front

    @Test func queueThatIsBetterByAllStandsAloneOnTheFront() throws {
        let ranking = ranking([
            "b": [.throughput: 200, .processorTime: 150], "a": [.throughput: 100, .processorTime: 100],
        ])
        #expect(ranking.isConclusive && ranking.subjects == [Self.a, Self.b])
        #expect(ranking.front == [Self.a])
        #expect(ranking.contests.count == 2 && ranking.criteria == [.throughput, .processorTime])
        let advice = try #require(RankingAdvice(ranking))
        #expect(advice.recommended == [Self.a] && advice.wins == [.throughput, .processorTime])
        #expect(advice.alternatives.isEmpty && advice.undecided.isEmpty)
        let contest = try #require(ranking.contest(.throughput, Self.b, Self.a))
        #expect(abs(contest.ratio.point - 2) < 0.05 && contest.winner == Self.a)
        let interval = try #require(contest.ratio.interval)
        #expect(interval.lower > 1.9 && interval.lower <= contest.ratio.point && interval.upper < 2.1)
    }

    @Test func frontHoldsEachQueueThatNoOtherDominates() throws {
        let ranking = ranking([
            "a": [.throughput: 100, .latency: 3_000, .memory: 50],
            "b": [.throughput: 130, .latency: 1_000, .memory: 50],
            "c": [.throughput: 140, .latency: 1_500, .memory: 90],
        ])
        #expect(ranking.front == [Self.a, Self.b])
        #expect(ranking.dominates(Self.b, Self.c) && !ranking.dominates(Self.b, Self.a))
        let advice = try #require(RankingAdvice(ranking))
        #expect(advice.recommended == [Self.a] && advice.wins == [.throughput])
        #expect(advice.alternatives.map(\.criterion) == [.latency])
        #expect(advice.alternatives[0].subjects == [Self.b])
        #expect(advice.alternatives[0].contest.ratio.point < 0.4)
        #expect(ranking.order(.latency) == [Self.b, Self.c, Self.a])
    }

    // MARK: What can't be told apart

    @Test func equalQueuesShareALetterAndTheNextCriterionDecides() throws {
        let ranking = ranking([
            "a": [.throughput: 100, .processorTime: 120], "b": [.throughput: 100.2, .processorTime: 100],
            "c": [.throughput: 150, .processorTime: 140],
        ])
        let letters = ranking.letters(.throughput)
        #expect(letters[Self.a] == "a" && letters[Self.b] == "a" && letters[Self.c] == "b")
        #expect(ranking.front == [Self.b])
        #expect(try #require(RankingAdvice(ranking)).recommended == [Self.b])
    }

    @Test func queuesThatAreEqualByAllAreRecommendedTogether() throws {
        let ranking = ranking(["a": [.throughput: 100], "b": [.throughput: 100]])
        let advice = try #require(RankingAdvice(ranking))
        #expect(Set(advice.recommended) == [Self.a, Self.b])
        #expect(advice.wins.isEmpty && advice.alternatives.isEmpty)
    }

    /// Certain, but it doesn't matter.
    @Test func differenceBelowOnePercentDoesNotCount() throws {
        let summary = Self.summary(["a": [.throughput: 1_000], "b": [.throughput: 1_005]], noise: 0)
        let contest = try #require(Self.ranking(summary).contest(.throughput, Self.a, Self.b))
        #expect(contest.adjusted < 0.001 && contest.winner == nil && contest.roundsToDecide == nil)
        let more = Self.ranking(
            Self.summary(["a": [.throughput: 1_000], "b": [.throughput: 1_011]], noise: 0))
        #expect(more.contest(.throughput, Self.a, Self.b)?.winner == Self.a)
    }

    @Test func openComparisonSaysHowManyRoundsMayDecide() throws {
        var summary = BenchmarkSummary(seed: 1)
        // They differ by 2%, and vary by ten.
        let noise = [1.1, 0.9, 1.05, 0.95, 1.08, 0.92, 1, 1.02, 0.98, 1.0]
        RunComparisonTests.add(
            ["a": noise.map { $0 * 100 }, "b": noise.reversed().map { $0 * 102 }], of: .wallTime, to: &summary
        )
        let advice = try #require(RankingAdvice(Self.ranking(summary)))
        #expect(advice.undecided.count == 1)
        let rounds = try #require(advice.undecided[0].roundsToDecide)
        #expect(rounds > 20, "\(rounds)")
    }

    @Test func lettersShareWhatIsNotApart() {
        let subjects = ["a", "b", "c", "d"].map { SubjectID(queue: $0) }
        /// Neighbours can't be told apart.
        func differ(_ one: SubjectID, _ other: SubjectID) -> Bool {
            abs(Int(one.queue.utf8.first!) - Int(other.queue.utf8.first!)) > 1
        }
        let letters = RankingGroups.letters(subjects, differ)
        #expect(subjects.map { letters[$0] } == ["a", "ab", "bc", "c"])
        #expect(Set(RankingGroups.letters(subjects) { _, _ in false }.values) == ["a"])
        #expect(
            subjects.map { RankingGroups.letters(subjects) { _, _ in true }[$0] } == ["a", "b", "c", "d"])
        // Whatever is apart, a common letter says the opposite of.
        for pattern in 0..<64 {
            let pairs = subjects.indices.flatMap { i in (i + 1..<4).map { (i, $0) } }
            func apart(_ one: SubjectID, _ other: SubjectID) -> Bool {
                let ends = [one, other].map { subjects.firstIndex(of: $0)! }.sorted()
                return pattern >> pairs.firstIndex { $0 == (ends[0], ends[1]) }! & 1 == 1
            }
            let letters = RankingGroups.letters(subjects, apart)
            for (i, j) in pairs {
                let isCommon = !Set(letters[subjects[i]]!).isDisjoint(with: letters[subjects[j]]!)
                #expect(isCommon != apart(subjects[i], subjects[j]), "\(pattern): \(letters)")
            }
        }
    }

    // MARK: Rounds

    @Test func tooFewRoundsAreInconclusive() {
        let ranking = ranking(["a": [.throughput: 100], "b": [.throughput: 200]], rounds: 5)
        #expect(!ranking.isConclusive && RankingAdvice(ranking) == nil)
        #expect(ranking.lacking == [.throughput: 5] && ranking.leastRounds == 6 && ranking.rounds == 5)
        #expect(
            self.ranking(["a": [.throughput: 100], "b": [.throughput: 200]], rounds: 6).front == [Self.a])
    }

    /// Six rounds are enough for one comparison, and not for three times four.
    @Test func moreComparisonsNeedMoreRounds() {
        #expect(RankingContest.leastRounds(comparisons: 1) == 6)
        #expect(RankingContest.leastRounds(comparisons: 2) == 7)
        #expect(QueueRanking.leastRounds(queues: 3) == 9 && QueueRanking.leastRounds(queues: 10) == 13)
        #expect(QueueRanking.goodRounds(queues: 10) == 26 && QueueRanking.goodRounds(queues: 2) == 20)
        let means: Means = [.throughput: 100, .latency: 100, .processorTime: 100, .memory: 100]
        #expect(!ranking(["a": means, "b": means, "c": means], rounds: 8).isConclusive)
        #expect(ranking(["a": means, "b": means, "c": means], rounds: 9).criteria.count == 4)
    }

    @Test func criterionWithTooFewRoundsIsLeftOut() {
        let means: Means = [.throughput: 100, .memory: 100]
        let ranking = ranking(
            ["a": means, "b": [.throughput: 200, .memory: 50]], rounds: 12, memoryRounds: 2)
        #expect(ranking.criteria == [.throughput] && ranking.lacking == [.memory: 2])
        #expect(ranking.front == [Self.a] && ranking.contests.count == 1)
    }

    // MARK: Queues and cases

    private static let two = [
        BenchmarkCase(EmptyScenario(limit: 1, operations: 10)),
        BenchmarkCase(EmptyScenario(limit: 2, operations: 10)),
    ]

    @Test func onlyQueuesWithEveryCaseAreRankedUnlessTheyAreNamed() {
        var summary = Self.summary(["a": [.throughput: 100], "b": [.throughput: 200]], cases: Self.two)
        let partial = Self.summary(["c": [.throughput: 50]], cases: [Self.two[1]])
        for (round, value) in partial.rounds(.wallTime, of: Self.c, at: Self.two[1]).sorted(by: {
            $0.key < $1.key
        }) {
            _ = round
            RunComparisonTests.add(["c": [value]], of: .wallTime, at: Self.two[1], to: &summary)
        }
        let all = Self.ranking(summary)
        #expect(all.subjects == [Self.a, Self.b] && all.cases == Self.two)
        #expect(all.excluded.map(\.subject) == [Self.c] && all.excluded[0].isWrong == false)
        #expect(all.excluded[0].benchmarkCase == Self.two[0] && all.excluded[0].reason == nil)
        let named = Self.ranking(summary, named: [Self.a, Self.c])
        #expect(named.cases == [Self.two[1]])
        // One that was measured nowhere doesn't keep the others from being ranked.
        let missing = Self.ranking(summary, named: [Self.a, Self.b, SubjectID(queue: "d")])
        #expect(missing.subjects == [Self.a, Self.b] && missing.cases == Self.two)
        #expect(missing.excluded.map(\.subject.queue) == ["d"])
    }

    @Test func scoreIsTheGeometricMeanOverTheCases() throws {
        var summary = Self.summary(
            ["a": [.throughput: 100], "b": [.throughput: 200]], noise: 0, cases: [Self.two[0]])
        RunComparisonTests.add(
            ["a": Array(repeating: 400, count: 16), "b": Array(repeating: 200, count: 16)], of: .wallTime,
            at: Self.two[1], to: &summary)
        let ranking = Self.ranking(summary)
        let scores = try #require(ranking.scores[.throughput])
        #expect(abs(scores[Self.a]! - 200) < 1e-6 && abs(scores[Self.b]! - 200) < 1e-6)
        #expect(ranking.contest(.throughput, Self.a, Self.b)?.winner == nil)
    }

    @Test func queueThatFailedItsCheckIsNotRanked() {
        var summary = Self.summary(["a": [.throughput: 100], "b": [.throughput: 200], "c": [.throughput: 10]])
        let run = BenchmarkRun(
            subject: Self.c, benchmarkCase: summary.cases[0], driver: "thread", process: 0,
            place: RunPlace(round: 20, position: 0, pair: 20), seed: 1, outcome: .failed(reason: "lost one"))
        for row in run.measurements { summary.add(row) }
        let ranking = Self.ranking(summary)
        #expect(ranking.subjects == [Self.a, Self.b])
        #expect(ranking.excluded.map(\.isWrong) == [true])
        #expect(ranking.excluded[0].reason == "it failed the check of 1 run, first: lost one")
    }

    @Test func queueThatRunsInTheCallIsNotRanked() {
        let ranking = ranking(["inline": [.throughput: 1], "a": [.throughput: 100], "b": [.throughput: 200]])
        #expect(ranking.subjects == [Self.a, Self.b] && ranking.excluded.map(\.subject.queue) == ["inline"])
    }

    /// Equal queues are told apart in at most one of twenty rankings.
    @Test func noiseAloneDecidesNothing() {
        var state: UInt64 = 5
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        var falseCalls = 0
        for _ in 0..<300 {
            var summary = BenchmarkSummary(seed: 1)
            for queue in ["a", "b", "c"] {
                RunComparisonTests.add(
                    [queue: (0..<14).map { _ in 100 + 20 * next() }], of: .wallTime, to: &summary)
            }
            if Self.ranking(summary).contests.contains(where: { $0.winner != nil }) { falseCalls += 1 }
        }
        // 15 of 300 would be 5%; more than 26 have a probability below 0.3%.
        #expect(falseCalls <= 26, "\(falseCalls) of 300")
    }
}
