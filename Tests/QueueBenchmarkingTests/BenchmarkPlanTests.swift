import Testing

@testable import QueueBenchmarking

@Suite struct BenchmarkPlanTests {
    /// Three cases; the second isn't for all queues, and the third takes fewer rounds and has no memory.
    private let cases = [
        BenchmarkPlan.Case(subjects: [0, 1, 2, 3], rounds: 6, memoryRounds: 2),
        BenchmarkPlan.Case(subjects: [1, 3], rounds: 6, memoryRounds: 2),
        BenchmarkPlan.Case(subjects: [0, 1, 2, 3], rounds: 4, memoryRounds: 0),
    ]

    private func plan(seed: UInt64) -> BenchmarkPlan { BenchmarkPlan(cases, seed: seed) }

    @Test func seedDeterminesThePlan() {
        #expect(plan(seed: 1) == plan(seed: 1))
        #expect(plan(seed: 1).blocks != plan(seed: 2).blocks)
    }

    @Test func planHoldsAllRoundsOfEachCaseAndQueue() {
        let plan = plan(seed: 3)
        for (index, each) in cases.enumerated() {
            for (purpose, rounds) in [(RunPurpose.time, each.rounds), (.memory, each.memoryRounds)] {
                let runs = plan.blocks.filter { $0.scenario == index && $0.purpose == purpose }.flatMap(
                    \.runs)
                let perRound = Dictionary(grouping: runs, by: \.place.round)
                #expect(perRound.count == rounds)
                #expect(perRound.values.allSatisfy { Set($0.map(\.subject)) == Set(each.subjects) })
                #expect(runs.count == rounds * each.subjects.count)
            }
        }
        #expect(plan.runCount == plan.blocks.reduce(0) { $0 + $1.runs.count })
    }

    @Test func blockIsOneProcessWithMirroredRounds() {
        let plan = plan(seed: 5)
        #expect(plan.blocks.map(\.process) == Array(plan.blocks.indices))
        for block in plan.blocks {
            let order = block.runs.map(\.subject)
            #expect(order == order.reversed())
            #expect(block.subjects == Array(order.prefix(order.count / 2)))
            let rounds = block.runs.map(\.place.round)
            #expect(Set(rounds).count == 2 && rounds == rounds.sorted())
        }
    }

    @Test func memoryRoundsComeLast() {
        let purposes = plan(seed: 8).blocks.map(\.purpose)
        #expect(purposes == purposes.filter { $0 == .time } + purposes.filter { $0 == .memory })
    }

    @Test func blocksHaveDifferentOrders() {
        let many = BenchmarkPlan(
            [BenchmarkPlan.Case(subjects: [0, 1, 2, 3], rounds: 40, memoryRounds: 0)], seed: 4)
        #expect(Set(many.blocks.map(\.subjects)).count > 10)
    }

    @Test func runsOfAPairFollowOneAnother() {
        let runs = plan(seed: 5).blocks.flatMap { block in block.runs.map { (block.scenario, $0) } }
        for pair in Dictionary(grouping: runs, by: { $0.1.place.pair }).values {
            let positions = pair.map { $0.1.place.position }
            #expect(positions == Array(positions[0]..<(positions[0] + pair.count)))
            #expect(Set(pair.map(\.0)).count == 1)
            #expect(Set(pair.map { $0.1.place.round }).count == 1)
            #expect(Set(pair.map { $0.1.seed }).count == 1)
            #expect(Set(pair.map { $0.1.subject }) == Set(cases[pair[0].0].subjects))
        }
    }

    @Test func pairSeedsDifferAndFitInADouble() {
        let seeds = Set(plan(seed: 6).blocks.flatMap(\.runs).map(\.seed))
        #expect(seeds.count == 8 + 8 + 4)
        #expect(seeds.allSatisfy { $0 < 1 << 53 })
    }

    @Test func caseWithoutACapableQueueHasNoBlock() {
        let none = BenchmarkPlan([BenchmarkPlan.Case(subjects: [], rounds: 2, memoryRounds: 2)], seed: 1)
        #expect(none.blocks.isEmpty)
    }
}
