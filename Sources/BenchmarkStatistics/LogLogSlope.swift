private import LinuxPlatform

/// The growth of cost with size: the slope of the least-squares line through the logarithms of both. A cost that
/// grows as *n* has the slope 1, as *n*² the slope 2.
///
/// McGeoch: *A Guide to Experimental Algorithmics*, 2012, 4.3.
public struct LogLogSlope: Hashable, Codable, Sendable {
    public enum Method: String, Codable, Hashable, Sendable {
        /// From the residuals of the line: for one cost at each size. It treats the residuals as noise, so the
        /// interval means nothing if the cost doesn't follow a power of the size.
        case student
        /// From the spread of the slopes of the rounds, each fitted on its own: for claims. The costs of one round
        /// may depend on each other, and need not follow a power of the size.
        case studentOfRounds
    }

    /// Why there is no slope.
    public enum Refusal: Error, Hashable, Sendable {
        /// Fewer than four different sizes can't show whether the growth follows a line.
        case tooFewSizes(Int)
        /// The round at this position lacks a cost for some size.
        case incompleteRound(Int)
        case noRounds
        /// A size or a cost isn't a positive, finite number, and has no logarithm.
        case noLogarithm(Double)
    }

    /// Fewer different sizes have no slope.
    public static let fewestSizes = 4

    /// The exponent of the growth.
    public let slope: Estimate

    /// The logarithm of the cost at size 1, by the line.
    public let intercept: Double

    public let method: Method

    /// Fits one cost at each size. The interval is by Student's t distribution.
    ///
    /// - Precondition: `confidence` lies between 0 and 1.
    /// - Complexity: O(*n*), and O(*n* log *n*) to count the sizes.
    public init(sizes: [Double], costs: [Double], confidence: Double = 0.95) throws(Refusal) {
        precondition(confidence > 0 && confidence < 1, "a confidence of \(confidence) can't be reached")
        let line = Line(try Self.logarithms(ofSizes: sizes))
        let logarithms = try Self.logarithms(ofRound: costs, at: 0, sizes: sizes.count)
        let (slope, intercept) = line.fit(logarithms)
        let squares = zip(line.x, logarithms).reduce(0) {
            let residual = $1.1 - intercept - slope * $1.0
            return $0 + residual * residual
        }
        let freedom = Double(sizes.count - 2)
        let error = (squares / freedom / line.squares).squareRoot()
        let reach =
            error * StudentDistribution.quantile((1 + confidence) / 2, degreesOfFreedom: freedom)
        let interval = Estimate.Interval(
            lower: slope - reach, upper: slope + reach, confidence: confidence)
        self.init(
            slope: Estimate(point: slope, interval: interval), intercept: intercept, method: .student)
    }

    /// Fits several rounds, each with one cost for each size. The interval is by Student's t distribution: of the
    /// mean slope of the rounds, or of the residuals if there is only one round.
    ///
    /// - Precondition: `confidence` lies between 0 and 1.
    /// - Complexity: O(*rn*) for *r* rounds of *n* sizes.
    public init(sizes: [Double], rounds: [[Double]], confidence: Double = 0.95) throws(Refusal) {
        if rounds.count == 1 {
            try self.init(sizes: sizes, costs: rounds[0], confidence: confidence)
            return
        }
        precondition(confidence > 0 && confidence < 1, "a confidence of \(confidence) can't be reached")
        let line = Line(try Self.logarithms(ofSizes: sizes))
        var slopes: [Double] = []
        var intercepts: [Double] = []
        for (position, costs) in rounds.enumerated() {
            let fit = line.fit(try Self.logarithms(ofRound: costs, at: position, sizes: sizes.count))
            slopes.append(fit.slope)
            intercepts.append(fit.intercept)
        }
        if slopes.isEmpty { throw .noRounds }
        let count = Double(slopes.count)
        let mean = slopes.reduce(0, +) / count
        let squares = slopes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let reach =
            (squares / (count - 1) / count).squareRoot()
            * StudentDistribution.quantile((1 + confidence) / 2, degreesOfFreedom: count - 1)
        let interval = Estimate.Interval(lower: mean - reach, upper: mean + reach, confidence: confidence)
        self.init(
            slope: Estimate(point: mean, interval: interval), intercept: intercepts.reduce(0, +) / count,
            method: .studentOfRounds)
    }

    private init(slope: Estimate, intercept: Double, method: Method) {
        self.slope = slope
        self.intercept = intercept
        self.method = method
    }

    // MARK: Fitting

    /// The sizes that costs are fitted to.
    private struct Line {
        let x: [Double]
        let mean: Double
        /// The sum of the squared distances from the mean.
        let squares: Double

        init(_ x: [Double]) {
            let mean = x.reduce(0, +) / Double(x.count)
            self.x = x
            self.mean = mean
            squares = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }

        func fit(_ y: [Double]) -> (slope: Double, intercept: Double) {
            let level = y.reduce(0, +) / Double(y.count)
            let products = zip(x, y).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - level) }
            return (products / squares, level - products / squares * mean)
        }
    }

    private static func logarithms(_ values: [Double]) throws(Refusal) -> [Double] {
        for value in values where !(value > 0 && value.isFinite) { throw .noLogarithm(value) }
        return values.map { log($0) }
    }

    private static func logarithms(ofSizes sizes: [Double]) throws(Refusal) -> [Double] {
        let different = Set(sizes).count
        guard different >= fewestSizes else { throw .tooFewSizes(different) }
        return try logarithms(sizes)
    }

    private static func logarithms(
        ofRound costs: [Double], at position: Int, sizes: Int
    ) throws(Refusal) -> [Double] {
        guard costs.count == sizes else { throw .incompleteRound(position) }
        return try logarithms(costs)
    }
}
