private import LinuxPlatform

/// How far samples lie apart, estimated by ranks: outliers hardly move it, and its interval assumes no
/// particular distribution.
///
/// Hodges, Lehmann: *Estimates of location based on rank tests*, Annals of Mathematical Statistics 34(2),
/// 1963. The interval holds the shifts that ``MannWhitney`` or ``WilcoxonSignedRank`` wouldn't reject (Hollander,
/// Wolfe, Chicken: *Nonparametric Statistical Methods*, 2014, 3.3 and 4.3), by the same limits for the exact
/// distribution. Its ends belong to it, so that ties only make it cover more than it promises (Lehmann:
/// *Nonparametrics*, 1975, 2.6). There is none if so few values can't reach the confidence: for 0.95 it takes
/// four in each of two samples, or six pairs.
public struct HodgesLehmann: Hashable, Codable, Sendable {
    /// Of the interval, as in 0.95.
    public let confidence: Double

    /// - Precondition: `confidence` lies between 0 and 1.
    public init(confidence: Double = 0.95) {
        precondition(confidence > 0 && confidence < 1, "a confidence of \(confidence) can't be reached")
        self.confidence = confidence
    }

    // MARK: Differences

    /// How much greater the values of the first sample are: the median of all differences between a value of
    /// the first and one of the second. Takes for granted that both have the same shape.
    ///
    /// - Complexity: O(*nm* log *nm*), and space for *nm* values.
    public func shift(_ first: Sample, _ second: Sample) -> Estimate {
        shift(first.values, second.values)
    }

    /// How much greater the first value of a pair is than the second, where the values at one position were
    /// measured next to each other: the ``center(_:)`` of the differences.
    ///
    /// - Precondition: Both have the same number of values.
    public func shift(paired first: Sample, _ second: Sample) -> Estimate {
        precondition(first.count == second.count, "pairs have two members")
        return center(zip(first.values, second.values).map { $0 - $1 })
    }

    /// The middle of the sample: the median of the means of all pairs of values, each value paired with itself
    /// too (Walsh averages). Takes for granted that the distribution is symmetric.
    ///
    /// - Complexity: O(*n*² log *n*), and space for *n*² ÷ 2 values.
    public func center(_ sample: Sample) -> Estimate { center(sample.values) }

    /// The same with an interval of each of `confidences`: the work of one, since all are places in one order.
    ///
    /// - Precondition: Each confidence lies between 0 and 1.
    public static func centers(_ sample: Sample, confidences: [Double]) -> [Estimate] {
        let averages = walshAverages(sample.values).sorted()
        return confidences.map { confidence in
            let one = HodgesLehmann(confidence: confidence)
            return one.estimate(ofSorted: averages, place: one.place(signed: sample.count))
        }
    }

    // MARK: Ratios

    /// How many times as great the values of the first sample are: ``shift(_:_:)`` of their logarithms.
    ///
    /// - Returns: Nil if a value isn't positive.
    public func ratio(_ first: Sample, _ second: Sample) -> Estimate? {
        guard first.minimum > 0, second.minimum > 0 else { return nil }
        return raised(shift(first.values.map { log($0) }, second.values.map { log($0) }))
    }

    /// How many times as great the first value of a pair is as the second: ``shift(paired:_:)`` of their
    /// logarithms.
    ///
    /// - Precondition: Both have the same number of values.
    /// - Returns: Nil if a value isn't positive.
    public func ratio(paired first: Sample, _ second: Sample) -> Estimate? {
        precondition(first.count == second.count, "pairs have two members")
        guard first.minimum > 0, second.minimum > 0 else { return nil }
        return raised(center(zip(first.values, second.values).map { log($0) - log($1) }))
    }

    private func raised(_ estimate: Estimate) -> Estimate {
        Estimate(
            point: exp(estimate.point),
            interval: estimate.interval.map {
                Estimate.Interval(lower: exp($0.lower), upper: exp($0.upper), confidence: $0.confidence)
            })
    }

    // MARK: Order statistics

    private var tail: Double { (1 - confidence) / 2 }

    private func shift(_ first: [Double], _ second: [Double]) -> Estimate {
        let differences = first.flatMap { value in second.map { value - $0 } }
        guard !RankSums.areFew(first.count, second.count) else {
            let ranks = Array(1...(first.count + second.count))
            let sums = RankSums(choosing: min(first.count, second.count), of: ranks)
            return estimate(differences, place: sums.count(withinTail: tail))
        }
        let (n, m) = (Double(first.count), Double(second.count))
        return estimate(differences, place: place(mean: n * m / 2, variance: n * m * (n + m + 1) / 12))
    }

    private func center(_ values: [Double]) -> Estimate {
        estimate(Self.walshAverages(values), place: place(signed: values.count))
    }

    private static func walshAverages(_ values: [Double]) -> [Double] {
        var averages: [Double] = []
        averages.reserveCapacity(values.count * (values.count + 1) / 2)
        for (index, one) in values.enumerated() {
            for other in values[index...] { averages.append(one + (other - one) / 2) }
        }
        return averages
    }

    private func place(signed count: Int) -> Int {
        if RankSums.areFew(signed: count) {
            return RankSums(signing: Array(1...count)).count(withinTail: tail)
        }
        let n = Double(count)
        return place(mean: n * (n + 1) / 4, variance: n * (n + 1) * (2 * n + 1) / 24)
    }

    /// How many statistics, from 0 up, have together a probability of at most the tail, by the normal
    /// distribution with correction for continuity.
    private func place(mean: Double, variance: Double) -> Int {
        let bound = mean + NormalDistribution.quantile(tail) * variance.squareRoot() + 0.5
        return max(0, Int(bound.rounded(.down)))
    }

    /// The median, and the interval between the values at `place`, counted from 1, from below and from above.
    private func estimate(_ values: [Double], place: Int) -> Estimate {
        estimate(ofSorted: values.sorted(), place: place)
    }

    private func estimate(ofSorted sorted: [Double], place: Int) -> Estimate {
        let point = Sample.quantile(0.5, ofSorted: sorted)
        guard place > 0 else { return Estimate(point: point, interval: nil) }
        return Estimate(
            point: point,
            interval: Estimate.Interval(
                lower: sorted[place - 1], upper: sorted[sorted.count - place], confidence: confidence))
    }
}
