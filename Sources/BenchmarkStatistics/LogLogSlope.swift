#if canImport(Glibc)
private import Glibc
#elseif canImport(Darwin)
private import Darwin
#endif

/// How cost grows with size: the slope of the line through the logarithms of both, by least squares. A cost
/// that grows as *n* has the slope 1, as *n*² the slope 2.
///
/// McGeoch: *A Guide to Experimental Algorithmics*, 2012, 4.3.
public struct LogLogSlope: Hashable, Codable, Sendable {
    public enum Method: String, Codable, Hashable, Sendable {
        /// From how far the costs lie off the line: for one cost at each size. Takes what is left over for
        /// noise, so a cost that doesn't follow a power of the size makes it meaningless.
        case student
        /// By drawing rounds with replacement, each a whole line, and fitting again: for claims. The costs of
        /// a round may depend on each other, and need not follow a power of the size. The percentile interval,
        /// which is too narrow for few rounds: at 0.95 and with slopes that are normally distributed it has
        /// about 0.63 of the width that it should have for 5 rounds, 0.82 for 10, 0.91 for 20 (the normal in
        /// place of the t distribution, and a variance that divides by *r*, not by *r* − 1).
        case resampledRounds
    }

    /// Why there is no slope.
    public enum Refusal: Error, Hashable, Sendable {
        /// A line through fewer than four different sizes says nothing about whether it is a line.
        case tooFewSizes(Int)
        /// The round at this position has not one cost for each size.
        case incompleteRound(Int)
        case noRounds
        /// A size or a cost isn't a positive, finite number: it has no logarithm.
        case noLogarithm(Double)
    }

    /// The exponent of the power that the cost grows as.
    public let slope: Estimate

    /// The logarithm of the cost at size 1, by the line.
    public let intercept: Double

    public let method: Method

    /// One cost at each size; the interval by Student's t distribution.
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

    /// Several rounds, each with one cost for each size; the interval by resampling of the rounds, or that of
    /// Student if there is only one round.
    ///
    /// - Complexity: O(*rn*) for *r* rounds of *n* sizes, and O(*r*) for each resample: the line through the
    ///   costs of several rounds, each complete, is the mean of their lines.
    public init(sizes: [Double], rounds: [[Double]], bootstrap: Bootstrap) throws(Refusal) {
        if rounds.count == 1 {
            try self.init(sizes: sizes, costs: rounds[0], confidence: bootstrap.confidence)
            return
        }
        let line = Line(try Self.logarithms(ofSizes: sizes))
        var slopes: [Double] = []
        var intercepts: [Double] = []
        for (position, costs) in rounds.enumerated() {
            let fit = line.fit(try Self.logarithms(ofRound: costs, at: position, sizes: sizes.count))
            slopes.append(fit.slope)
            intercepts.append(fit.intercept)
        }
        guard let sample = Sample(slopes) else { throw .noRounds }
        self.init(
            slope: bootstrap.estimate(sample, method: .percentile) { $0.reduce(0, +) / Double($0.count) },
            intercept: intercepts.reduce(0, +) / Double(intercepts.count), method: .resampledRounds)
    }

    private init(slope: Estimate, intercept: Double, method: Method) {
        self.slope = slope
        self.intercept = intercept
        self.method = method
    }

    // MARK: Fitting

    /// The sizes of a line that costs are fitted to.
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
            let middle = y.reduce(0, +) / Double(y.count)
            let products = zip(x, y).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - middle) }
            return (products / squares, middle - products / squares * mean)
        }
    }

    private static func logarithms(_ values: [Double]) throws(Refusal) -> [Double] {
        for value in values where !(value > 0 && value.isFinite) { throw .noLogarithm(value) }
        return values.map { log($0) }
    }

    private static func logarithms(ofSizes sizes: [Double]) throws(Refusal) -> [Double] {
        let different = Set(sizes).count
        guard different >= 4 else { throw .tooFewSizes(different) }
        return try logarithms(sizes)
    }

    private static func logarithms(
        ofRound costs: [Double], at position: Int, sizes: Int
    ) throws(Refusal) -> [Double] {
        guard costs.count == sizes else { throw .incompleteRound(position) }
        return try logarithms(costs)
    }
}
