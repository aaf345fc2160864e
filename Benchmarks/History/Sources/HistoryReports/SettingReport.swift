internal import ChangePoints
public import HistoryStore
public import QueueBenchmarking

/// The series of one machine and profile, and where they change. It never compares machines or profiles.
public struct SettingReport: Sendable {
    /// How series are tested.
    public struct Method: Hashable, Sendable {
        /// The greatest p-value of a change point in a series. At most this share of unchanged series has a change point.
        public var significance = 0.01
        /// The greatest expected share of false series among those called changed; 1 for no correction.
        public var falseDiscoveries = 0.05
        public var seed: UInt64 = 1
        /// Divide each value by that of this queue in the same process; nil for the values themselves.
        public var anchor: SubjectID?
        /// How many runs of each series are looked at, the last of them; nil for all. A small step that is new is one of a short
        /// part, which a long history before it hides.
        public var last: Int?

        public init() {}

        /// Enough permutations that a single change among so many series can pass the correction.
        func permutations(for series: Int) -> Int {
            max(999, Int((2 * Double(series) / falseDiscoveries).rounded(.up)) - 1)
        }

        func test(of series: Int, _ correlation: Double = 0) -> EDivisive {
            EDivisive(
                significance: significance, permutations: permutations(for: series), correlation: correlation,
                seed: seed)
        }
    }

    public let setting: HistoryDatabase.Setting
    public let method: Method
    /// How much runs depend on the one before, by metric, as the tests assume.
    public let correlations: [Metric: Double]
    /// The fewest runs that can show a change.
    public let leastRuns: Int
    /// The surest changes first, then the others by name.
    public let analyses: [SeriesAnalysis]

    /// Tests the series of a setting.
    ///
    /// Each series is tested alone, but for the correlation of its runs, which all series of a metric have in common, also those that
    /// the filter leaves out. Benjamini and Hochberg's procedure then decides which of the tests count.
    ///
    /// - Parameters:
    ///   - setting: The machine and profile.
    ///   - all: All their series.
    ///   - filter: Those to test.
    ///   - method: How to test them.
    /// - Complexity: That of `EDivisive.divide` for each series.
    public init(
        _ setting: HistoryDatabase.Setting, _ all: [StoredSeries], filter: SeriesFilter, method: Method
    ) {
        let values = method.anchor.map { StoredSeries.relative(all, to: $0) } ?? all
        let relative = method.last.map { last in values.map { $0.last(last) } } ?? values
        let series = relative.filter { filter.includes($0.id) }
        let least = method.test(of: 1).leastValues
        let long = series.filter { $0.points.count >= least }
        let correlations = Dictionary(grouping: relative.filter { $0.points.count >= least }, by: \.id.metric)
            .mapValues { Autocorrelation.shared(by: $0.map { SeriesAnalysis.scaled($0).values }) }
        var analyses = series.map {
            SeriesAnalysis($0, method.test(of: long.count, correlations[$0.id.metric] ?? 0))
        }
        let tested = analyses.indices.filter { analyses[$0].standing != .tooFew }
        // A series without a change point can't be called changed, so its p-value doesn't help the others.
        let adjusted = BenjaminiHochberg.adjusted(
            tested.map { analyses[$0].standing == .doubtful ? analyses[$0].pValue : 1 })
        for (index, adjusted) in zip(tested, adjusted) {
            analyses[index].adjusted = adjusted
            if analyses[index].standing == .doubtful, adjusted <= method.falseDiscoveries {
                analyses[index].standing = .changed
            }
        }
        self.setting = setting
        self.method = method
        self.correlations = correlations
        leastRuns = least
        self.analyses =
            analyses.filter { $0.standing == .changed }.sorted { $0.pValue < $1.pValue }
            + analyses.filter { $0.standing != .changed }
    }

    public var changed: [SeriesAnalysis] { analyses.filter { $0.standing == .changed } }

    /// The series with as many runs as a change point takes.
    public var tested: Int { analyses.count { $0.standing != .tooFew } }

    /// Whether nothing can be said, because there are too few runs.
    public var isInconclusive: Bool { tested == 0 }

    /// Two commits that series change between.
    public struct Span: Hashable, Sendable {
        public let before: String
        public let after: String

        public init(before: String, after: String) {
            self.before = before
            self.after = after
        }

        /// The command that confirms the change, by measuring both commits side by side.
        public var confirmation: String { "scripts/gate \(before.prefix(12)) \(after.prefix(12))" }
    }

    /// The commits that series change between, and the number of these series, those with most first.
    public var spans: [(span: Span, series: Int)] {
        var counts: [Span: Int] = [:]
        for analysis in changed {
            for change in analysis.changes {
                let commits = analysis.commits(of: change)
                counts[Span(before: commits.before, after: commits.after), default: 0] += 1
            }
        }
        return counts.map { ($0.key, $0.value) }.sorted { one, other in
            one.1 != other.1 ? one.1 > other.1 : (one.0.before, one.0.after) < (other.0.before, other.0.after)
        }
    }
}
