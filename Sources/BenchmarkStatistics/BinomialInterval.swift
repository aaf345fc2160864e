/// The uncertainty of a rate.
///
/// The exact interval of Clopper, Pearson: *The use of confidence or fiducial limits illustrated in the case of the
/// binomial*, Biometrika 26(4), 1934: all rates for which the observed count is not too unlikely in either
/// direction. Its coverage is at least the confidence, and mostly higher.
public struct BinomialInterval: Hashable, Codable, Sendable {
    public let lower: Double
    public let upper: Double

    /// - Precondition: `count` is from 0 through `trials`, `trials` is positive, and `confidence` lies between 0
    ///   and 1.
    public init(count: Int, of trials: Int, confidence: Double = 0.95) {
        precondition(trials > 0 && (0...trials).contains(count), "\(count) of \(trials) is no rate")
        precondition(confidence > 0 && confidence < 1, "a confidence of \(confidence) can't be reached")
        let tail = (1 - confidence) / 2
        let (k, n) = (Double(count), Double(trials))
        lower = count == 0 ? 0 : Self.rate(k, n - k + 1) { $0 < tail }
        upper = count == trials ? 1 : Self.rate(k + 1, n - k) { $0 < 1 - tail }
    }

    /// The argument at which the ascending beta distribution stops satisfying `isBelow`.
    private static func rate(_ a: Double, _ b: Double, isBelow: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, 1.0)
        // Each step halves the interval; 80 exhaust the precision of a Double.
        for _ in 0..<80 {
            let midpoint = (low + high) / 2
            if isBelow(IncompleteBeta.regularized(midpoint, complement: 1 - midpoint, a, b)) {
                low = midpoint
            } else {
                high = midpoint
            }
        }
        return (low + high) / 2
    }
}
