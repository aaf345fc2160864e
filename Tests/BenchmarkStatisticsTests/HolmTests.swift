import RandomNumbers
import Testing

@testable import BenchmarkStatistics

@Suite struct HolmTests {
    @Test(arguments: ScipyFixture.shared.holm.indices)
    func adjustedPValueIsTheSmallestLevelThatRejects(index: Int) {
        let known = ScipyFixture.shared.holm[index]
        let adjusted = Holm.adjusted(known.values)
        #expect(adjusted.count == known.adjusted.count)
        for (one, other) in zip(adjusted, known.adjusted) {
            #expect(agreeRelatively(one, other), "\(one) is not \(other)")
        }
    }

    /// The example of the definition: 4 · 0.005, 3 · 0.01, 2 · 0.03, and 0.04 that may not be less.
    @Test func adjustmentKeepsTheOrder() {
        let adjusted = Holm.adjusted([0.01, 0.04, 0.03, 0.005])
        for (one, other) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) { #expect(agreeRelatively(one, other)) }
    }

    @Test func neverMakesAPValueSmallerAndKeepsTheirOrder() {
        var random = Xoshiro256(seed: 1979)
        for count in 1...40 {
            let values = (0..<count).map { _ in random.nextUnit() * random.nextUnit() }
            let adjusted = Holm.adjusted(values)
            let bySize = zip(values, adjusted).sorted { $0.0 < $1.0 }
            #expect(zip(values, adjusted).allSatisfy { $0 <= $1 && $1 <= 1 })
            #expect(zip(bySize, bySize.dropFirst()).allSatisfy { $0.1 <= $1.1 })
            #expect(agreeRelatively(bySize[0].1, min(1, bySize[0].0 * Double(count))))
        }
    }

    @Test func limits() {
        #expect(Holm.adjusted([]) == [])
        #expect(Holm.adjusted([0.25]) == [0.25])
        #expect(Holm.adjusted([1, 1]) == [1, 1])
    }
}
