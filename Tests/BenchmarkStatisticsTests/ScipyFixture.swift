import FoundationEssentials
import Testing

/// What SciPy and NumPy make of known samples; written by `scripts/make-statistics-fixture`.
struct ScipyFixture: Decodable {
    struct Entry: Decodable, CustomTestStringConvertible {
        let name: String
        let values: [Double]
        let probabilities: [Double]
        let quantiles: [Double]
        let median: Double
        let medianAbsoluteDeviation: Double
        let medianPercentile: [Double]
        let meanAccelerated: [Double]
        var testDescription: String { name }
    }
    struct NormalQuantile: Decodable {
        let probability: Double
        let quantile: Double
    }
    struct Ratio: Decodable {
        let numerator: [Double]
        let denominator: [Double]
        let point: Double
        let interval: [Double]
    }

    let resamples: Int
    let confidence: Double
    let seed: UInt64
    let xoshiro: [String]
    let samples: [Entry]
    let normal: [NormalQuantile]
    let ratio: Ratio

    static let shared: ScipyFixture = {
        let file = #filePath.replacing("ScipyFixture.swift", with: "Fixtures/scipy.json")
        do {
            return try JSONDecoder().decode(
                ScipyFixture.self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            fatalError("\(file) can't be read: \(error)")
        }
    }()
}

/// Whether two numbers agree to one part in 10⁹.
func agree(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= 1e-9 * max(abs(one), abs(other), 1)
}
