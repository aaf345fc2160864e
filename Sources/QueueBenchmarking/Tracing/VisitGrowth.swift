internal import BenchmarkStatistics
internal import ConcurrencyPrimitives

/// Whether visits to a queue take longer the more operations it holds, as where each looks through all of them.
///
/// The visits are ordered by the number of operations held. The medians of the lowest and the highest third give the slope, so
/// that a visit in which its thread was preempted doesn't matter (Tukey's three-group line: *Exploratory Data Analysis*, 1977, 5D).
struct VisitGrowth {
    /// A number of operations below which a difference says nothing.
    private static let leastSpread = 32.0
    private static let leastVisits = 30

    /// Nanoseconds of a visit for each operation held; 0 if that can't be told.
    let slope: Double
    /// Which part of the visits' time that is; from 0 to 1.
    let share: Double

    /// The growth in a recording.
    ///
    /// - Complexity: O(*n* log *n*) for *n* events.
    init(of recording: TraceRecording) {
        var visits: [(held: Double, duration: Double)] = []
        for lane in recording.lanes {
            var duration: Double?
            for event in lane.events {
                if event.kind == .visited { duration = event.duration }
                if event.kind == .held, let visit = duration {
                    visits.append((Double(event.other), visit))
                    duration = nil
                }
            }
        }
        self.init(visits)
    }

    /// The growth of visits.
    init(_ visits: [(held: Double, duration: Double)]) {
        let sorted = visits.sorted { $0.held < $1.held }
        let third = sorted.count / 3
        guard sorted.count >= Self.leastVisits,
            let (low, high) = Self.both(
                Sample(sorted.prefix(third).map(\.held)), Sample(sorted.suffix(third).map(\.held))),
            let (short, long) = Self.both(
                Sample(sorted.prefix(third).map(\.duration)), Sample(sorted.suffix(third).map(\.duration))),
            high - low >= Self.leastSpread, long > short
        else {
            (slope, share) = (0, 0)
            return
        }
        slope = (long - short) / (high - low)
        let count = Double(sorted.count)
        let held = sorted.reduce(0) { $0 + $1.held } / count
        let duration = sorted.reduce(0) { $0 + $1.duration } / count
        share = min(1, slope * held / duration)
    }

    private static func both(_ one: Sample?, _ other: Sample?) -> (Double, Double)? {
        guard let one, let other else { return nil }
        return (one.median, other.median)
    }
}
