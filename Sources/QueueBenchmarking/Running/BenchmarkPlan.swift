private import BenchmarkStatistics
internal import RandomNumbers

/// The order of all runs, and their processes: a function of the seed.
///
/// A *block* is two rounds of one case, in its own process, so that no case is affected by another's leftovers. In
/// a block, each queue is warmed up; then the queues run in random order, and once more in the reverse order
/// (ABBA), so that every queue has the same mean position and steady drift cancels. Blocks come in random order, a
/// new order for each two rounds, so that each case is spread over the whole time.
public struct BenchmarkPlan: Hashable, Sendable {
    /// One run of one queue. Numbers are indices of the lists that the plan was made from.
    public struct Run: Hashable, Sendable {
        public let place: RunPlace
        public let subject: Int
        /// The same for all queues of a pair, so that they get the same load.
        public let seed: UInt64
    }

    /// The runs of one process.
    public struct Block: Hashable, Sendable {
        public let process: Int
        public let purpose: RunPurpose
        public let scenario: Int
        public let runs: [Run]

        /// The queues, by their first run.
        public var subjects: [Int] {
            var seen: Set<Int> = []
            return runs.map(\.subject).filter { seen.insert($0).inserted }
        }
    }

    /// One case, and its number of runs.
    public struct Case: Hashable, Sendable {
        /// The queues to run at it.
        public let subjects: [Int]
        /// The number of rounds that measure time; even.
        public let rounds: Int
        /// The number of rounds that count allocations; even, and 0 if counting makes no sense.
        public let memoryRounds: Int

        public init(subjects: [Int], rounds: Int, memoryRounds: Int) {
            precondition(
                rounds.isMultiple(of: 2) && memoryRounds.isMultiple(of: 2), "numbers of rounds must be even")
            self.subjects = subjects
            self.rounds = rounds
            self.memoryRounds = memoryRounds
        }
    }

    public let blocks: [Block]

    /// The number of runs without warm-ups.
    public var runCount: Int { blocks.reduce(0) { $0 + $1.runs.count } }

    public init(_ cases: [Case], seed: UInt64) {
        var maker = Maker(cases: cases, seed: seed)
        maker.add(.time, rounds: \.rounds)
        // Last, so that the times don't include effects of counting.
        maker.add(.memory, rounds: \.memoryRounds)
        blocks = maker.blocks
    }

    private struct Maker {
        let cases: [Case]
        var random: Xoshiro256
        var seeds: SplitMix64
        var blocks: [Block] = []
        /// The number of rounds of each case so far.
        var begun: [Int]

        init(cases: [Case], seed: UInt64) {
            self.cases = cases
            random = Xoshiro256(seed: seed)
            seeds = SplitMix64(seed: seed)
            begun = cases.map { _ in 0 }
        }

        mutating func add(_ purpose: RunPurpose, rounds: KeyPath<Case, Int>) {
            let first = begun
            let most = cases.map { $0[keyPath: rounds] }.max() ?? 0
            for round in stride(from: 0, to: most, by: 2) {
                var position = 0
                let present = cases.indices.filter {
                    cases[$0][keyPath: rounds] > round && !cases[$0].subjects.isEmpty
                }
                for scenario in random.shuffled(present) {
                    let count = cases[scenario].subjects.count
                    blocks.append(block(purpose, scenario, round: first[scenario] + round, position))
                    position += count
                    begun[scenario] += 2
                }
            }
        }

        private mutating func block(
            _ purpose: RunPurpose, _ scenario: Int, round: Int, _ position: Int
        ) -> Block {
            let order = random.shuffled(cases[scenario].subjects)
            let runs = [order, order.reversed()].enumerated().flatMap { turn, order in
                // 53 bits, which every JSON and CSV reader holds exactly.
                let seed = seeds.next() >> 11
                let pair = (round + turn) * cases.count + scenario
                return order.enumerated().map { index, subject in
                    Run(
                        place: RunPlace(round: round + turn, position: position + index, pair: pair),
                        subject: subject, seed: seed)
                }
            }
            return Block(process: blocks.count, purpose: purpose, scenario: scenario, runs: runs)
        }
    }
}
