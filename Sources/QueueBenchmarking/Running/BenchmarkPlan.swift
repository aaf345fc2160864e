private import BenchmarkStatistics

/// Which queue runs what, in which order: a function of the seed.
///
/// The runs of one case stand next to each other, and their queues in random order, as do the cases. Each odd
/// round is the mirror image of the one before (ABBA), so that over both every queue of a case comes equally
/// early, and what drifts steadily cancels.
public struct BenchmarkPlan: Hashable, Sendable {
    /// One run of one queue at one case; numbers are places in the lists that the plan was made from.
    public struct Run: Hashable, Sendable {
        /// Nil in a warm-up.
        public let place: RunPlace?
        public let subject: Int
        public let scenario: Int
        /// The same for all queues of a pair, so that they meet the same load.
        public let seed: UInt64
    }

    /// Before the rounds: what each queue does for the first time isn't timed.
    public let warmUps: [Run]
    /// Round after round.
    public let runs: [Run]

    /// - Parameters:
    ///   - subjects: For each case, the queues that are run at it.
    ///   - rounds: An even number.
    ///   - warmUps: How often every queue is run at every case before the first round.
    public init(subjects: [[Int]], rounds: Int, warmUps: Int, seed: UInt64) {
        precondition(rounds.isMultiple(of: 2), "each round has a mirror image")
        var random = Xoshiro256(seed: seed)
        var seeds = SplitMix64(seed: seed)
        // 53 bits, which every reader of the files holds exactly.
        func pairSeed() -> UInt64 { seeds.next() >> 11 }

        self.warmUps = (0..<warmUps).flatMap { _ in
            subjects.indices.flatMap { scenario in
                let seed = pairSeed()
                return subjects[scenario].map { Run(place: nil, subject: $0, scenario: scenario, seed: seed) }
            }
        }
        var runs: [Run] = []
        var order: [(scenario: Int, subject: Int)] = []
        for round in 0..<rounds {
            if round.isMultiple(of: 2) {
                order = random.shuffled(Array(subjects.indices)).flatMap { scenario in
                    random.shuffled(subjects[scenario]).map { (scenario, $0) }
                }
            } else {
                order.reverse()
            }
            let pairSeeds = subjects.map { _ in pairSeed() }
            for (position, run) in order.enumerated() {
                let place = RunPlace(
                    round: round, position: position, pair: round * subjects.count + run.scenario)
                runs.append(
                    Run(
                        place: place, subject: run.subject, scenario: run.scenario,
                        seed: pairSeeds[run.scenario]))
            }
        }
        self.runs = runs
    }
}
