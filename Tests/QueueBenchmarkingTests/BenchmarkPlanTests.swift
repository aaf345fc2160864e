import Testing

@testable import QueueBenchmarking

@Suite struct BenchmarkPlanTests {
    /// Three cases; the second isn't for all queues.
    private let subjects = [[0, 1, 2, 3], [1, 3], [0, 1, 2, 3]]

    private func plan(seed: UInt64, rounds: Int = 6) -> BenchmarkPlan {
        BenchmarkPlan(subjects: subjects, rounds: rounds, warmUps: 2, seed: seed)
    }

    @Test func theSeedDecides() {
        #expect(plan(seed: 1) == plan(seed: 1))
        #expect(plan(seed: 1).runs != plan(seed: 2).runs)
    }

    @Test func everyRoundRunsEverythingOnce() {
        let expected = Set([
            [0, 0], [0, 1], [0, 2], [0, 3], [1, 1], [1, 3], [2, 0], [2, 1], [2, 2], [2, 3],
        ])
        for (round, runs) in Dictionary(grouping: plan(seed: 3).runs, by: { $0.place?.round }) {
            #expect(runs.count == expected.count)
            #expect(Set(runs.map { [$0.scenario, $0.subject] }) == expected, "in round \(round ?? -1)")
            #expect(runs.map { $0.place?.position } == Array(0..<expected.count))
        }
    }

    /// Over a round and its mirror image, the queues of a case come equally early.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func noQueueComesEarlier(seed: UInt64) {
        let runs = plan(seed: seed).runs
        for rounds in [0...1, 2...3, 4...5] {
            for scenario in subjects.indices {
                let sums = subjects[scenario].map { subject in
                    runs.filter {
                        $0.scenario == scenario && $0.subject == subject
                            && rounds.contains($0.place?.round ?? -1)
                    }.reduce(0) { $0 + ($1.place?.position ?? 0) }
                }
                #expect(Set(sums).count == 1)
            }
        }
    }

    @Test func ordersDifferBetweenRounds() {
        let runs = plan(seed: 4, rounds: 20).runs
        let orders = Dictionary(grouping: runs, by: { $0.place?.round }).values.map { round in
            round.map { [$0.scenario, $0.subject] }
        }
        #expect(Set(orders).count > 10)
    }

    @Test func aPairIsOneCaseOfOneRoundInSuccession() {
        for runs in Dictionary(grouping: plan(seed: 5).runs, by: { $0.place?.pair }).values {
            let positions = runs.compactMap { $0.place?.position }
            #expect(positions == Array(positions[0]..<(positions[0] + runs.count)))
            #expect(Set(runs.map(\.scenario)).count == 1)
            #expect(Set(runs.map { $0.place?.round }).count == 1)
            #expect(Set(runs.map(\.seed)).count == 1)
            #expect(Set(runs.map(\.subject)) == Set(subjects[runs[0].scenario]))
        }
    }

    @Test func seedsOfPairsDifferAndFitInADouble() {
        let runs = plan(seed: 6).runs
        let seeds = Set(runs.map(\.seed))
        #expect(seeds.count == 18)
        #expect(seeds.allSatisfy { $0 < 1 << 53 })
    }

    @Test func warmUpsHaveNoPlace() {
        let warmUps = plan(seed: 7).warmUps
        #expect(warmUps.count == 20)
        #expect(warmUps.allSatisfy { $0.place == nil })
    }
}
