internal import ArgumentParser
internal import HistoryReports
internal import HistoryStore
internal import QueueBenchmarking
private import TextFormats

/// The options that choose series, and say how to test them.
struct SeriesOptions: ParsableArguments {
    @OptionGroup var file: DatabaseOption

    @Option(help: .init("Only this machine: its name, or the first digits of its id.", valueName: "NAME"))
    var machine: String?
    @Option(help: .init("Only these queues, such as lock or lock/chained.", valueName: "NAME,…"))
    var queue: String?
    @Option(help: .init("Only these scenarios.", valueName: "NAME,…"))
    var scenario: String?
    @Option(
        help: .init(
            "Only these metrics, or 'all'.",
            discussion: "Default: \(SeriesFilter.usual.map(\.rawValue).joined(separator: ", ")).",
            valueName: "NAME,…"))
    var metric: String?
    @Option(
        help: .init(
            "Divide each value by that of this queue in the same process, such as foundation.",
            discussion: "The speed of the machine cancels, if that queue's code doesn't change.",
            valueName: "QUEUE"))
    var anchor: String?
    @Option(
        help: .init(
            "The expected share of false series among those called changed; 1 for no correction.",
            valueName: "Q"))
    var falseDiscoveries = SettingReport.Method().falseDiscoveries
    @Option(
        help: .init(
            "Only the last so many runs of each series.",
            discussion:
                "A small change that is new shows in a part that isn't much longer than what follows it.",
            valueName: "N"))
    var last: Int?
    @Option(help: "The seed of the permutations.")
    var seed = SettingReport.Method().seed

    func validate() throws {
        guard falseDiscoveries > 0, falseDiscoveries <= 1 else {
            throw ValidationError(
                "--false-discoveries is \(falseDiscoveries), and must be above 0 and at most 1.")
        }
        if let last, last < 1 { throw ValidationError("--last is \(last), and must be 1 or more.") }
    }

    /// The reports of the chosen machines, those with most runs first.
    ///
    /// - Throws: `FileError` if the database can't be read; `UnknownName` for a name that it doesn't have.
    func reports() throws -> [SettingReport] {
        let filter = try filter()
        let database = try file.open()
        let series = try chosen(try database.settings()).map { ($0, try database.series(of: $0)) }
        try filter.check(against: series.flatMap(\.1))
        let method = try method(series.flatMap(\.1))
        return series.map { SettingReport($0, $1, filter: filter, method: method) }
    }

    private func filter() throws -> SeriesFilter {
        SeriesFilter(queues: names(queue), scenarios: names(scenario), metrics: try metrics())
    }

    private func names(_ list: String?) -> [String] { (list ?? "").split(separator: ",").map(String.init) }

    /// Those that were named, none for all; nil for the usual ones.
    private func metrics() throws -> [Metric]? {
        guard let metric else { return nil }
        if metric == "all" { return [] }
        return try names(metric).map { name in
            guard let known = Metric(rawValue: name) else {
                throw UnknownName("metric", name, among: Metric.allCases.map(\.rawValue))
            }
            return known
        }
    }

    private func chosen(_ settings: [HistoryDatabase.Setting]) throws -> [HistoryDatabase.Setting] {
        guard let machine else { return settings }
        let chosen = settings.filter { $0.machine.name == machine || $0.machine.id.hasPrefix(machine) }
        guard !chosen.isEmpty, !machine.isEmpty else {
            throw UnknownName(
                "machine", machine,
                among: Set(settings.flatMap { [$0.machine.name, $0.machine.id] }).sorted())
        }
        return chosen
    }

    private func method(_ series: [StoredSeries]) throws -> SettingReport.Method {
        var method = SettingReport.Method()
        method.falseDiscoveries = falseDiscoveries
        method.seed = seed
        method.last = last
        guard let anchor else { return method }
        let subjects = Set(series.map(\.id.subject)).sorted()
        method.anchor = subjects.first { "\($0)" == anchor } ?? subjects.first { $0.queue == anchor }
        guard method.anchor != nil else {
            throw UnknownName("queue", anchor, among: subjects.map(\.description))
        }
        return method
    }
}
