import Testing

@testable import BenchmarkStatistics

@Suite struct BinomialIntervalTests {
    /// Where the tails of the binomial distribution, summed up term by term, have 0.025 each.
    @Test(arguments: [
        (5, 100, 0.016431879, 0.112834911), (1, 20, 0.001265089, 0.248732763),
        (10, 20, 0.271957850, 0.728042150),
    ])
    func intervalIsThatOfClopperAndPearson(count: Int, trials: Int, lower: Double, upper: Double) {
        let interval = BinomialInterval(count: count, of: trials)
        #expect(abs(interval.lower - lower) < 1e-8)
        #expect(abs(interval.upper - upper) < 1e-8)
        let mirrored = BinomialInterval(count: trials - count, of: trials)
        #expect(abs(mirrored.lower - (1 - interval.upper)) < 1e-12)
        #expect(abs(mirrored.upper - (1 - interval.lower)) < 1e-12)
    }

    /// Of none, 1 − upper to the power of the trials is the probability in the tail.
    @Test func intervalOfNoneAndOfAllEqualsTheClosedForm() {
        for trials in [1, 20, 3_000] {
            let none = BinomialInterval(count: 0, of: trials)
            #expect(none.lower == 0)
            let chance = (0..<trials).reduce(1.0) { chance, _ in chance * (1 - none.upper) }
            #expect(abs(chance - 0.025) < 1e-9)
            let all = BinomialInterval(count: trials, of: trials)
            #expect(all.upper == 1 && abs(all.lower - (1 - none.upper)) < 1e-12)
        }
    }
}
