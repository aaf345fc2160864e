import FoundationEssentials
import TestSupport
import Testing

/// What SciPy and NumPy make of known samples; written by `scripts/make-statistics-fixture`.
struct ScipyFixture: Decodable {
    struct Entry: Decodable, CustomTestStringConvertible {
        let name: String
        let values: [Double]
        let probabilities: [Double]
        let quantiles: [Double]
        let median: Double
        let medianPercentile: [Double]
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
    /// The exact p-value is missing where SciPy can't know it.
    struct Differences: Decodable, CustomTestStringConvertible {
        let name: String
        let differences: [Double]
        let count: Int
        let statistic: Double
        let exact: Double?
        let asymptotic: Double
        var testDescription: String { name }
    }
    struct Adjustment: Decodable {
        let values: [Double]
        let adjusted: [Double]
    }
    struct Center: Decodable, CustomTestStringConvertible {
        let name: String
        let values: [Double]
        let confidence: Double
        let point: Double
        let interval: [Double]?
        var testDescription: String { name }
    }
    struct StudentQuantile: Decodable {
        let degreesOfFreedom: Double
        let probability: Double
        let quantile: Double
    }
    struct StudentTail: Decodable {
        let degreesOfFreedom: Double
        let t: Double
        let cumulative: Double
    }
    struct Slope: Decodable, CustomTestStringConvertible {
        let name: String
        let sizes: [Double]
        let costs: [Double]
        let confidence: Double
        let slope: Double
        let intercept: Double
        let interval: [Double]
        var testDescription: String { name }
    }
    struct SlopeOfRounds: Decodable, CustomTestStringConvertible {
        let sizes: [Double]
        let rounds: [[Double]]
        let slope: Double
        let intercept: Double
        let confidence: Double
        let interval: [Double]
        var testDescription: String { "\(rounds.count) rounds" }
    }
    struct Fences: Decodable, CustomTestStringConvertible {
        let name: String
        let values: [Double]
        let fences: [Double]
        let labels: [String]
        var testDescription: String { name }
    }

    let resamples: Int
    let confidence: Double
    let seed: UInt64
    let xoshiro: [String]
    let samples: [Entry]
    let normal: [NormalQuantile]
    let ratio: Ratio
    let wilcoxon: [Differences]
    let holm: [Adjustment]
    let pseudoMedian: [Center]
    let student: [StudentQuantile]
    let studentTail: [StudentTail]
    let slopes: [Slope]
    let slopesOfRounds: [SlopeOfRounds]
    let outliers: [Fences]

    static let shared: ScipyFixture = {
        let file = Repository.path("Tests/BenchmarkStatisticsTests/Fixtures/scipy.json")
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

/// Whether two numbers agree to one part in 10⁹, also if they are small, as p-values are.
func agreeRelatively(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= 1e-9 * max(abs(one), abs(other))
}
