public import QueueBenchmarking
public import TextFormats

extension CSVFields {
    /// A metric, of which the row has the unit too.
    public func metric(_ column: Column, unit: Column) throws(FileError) -> Metric {
        let name = try filled(column)
        guard let metric = Metric(rawValue: name) else {
            throw error(column, "there is no metric '\(name)'")
        }
        guard text(unit) == metric.unit else {
            throw error(unit, "the unit of \(name) is '\(metric.unit)', not '\(text(unit))'")
        }
        return metric
    }
}

/// Parameters of scenarios that were read before: each stands in thousands of rows.
public struct ReadParameters {
    private var known: [String: ScenarioParameters] = [:]

    public init() {}

    /// - Throws: `FileError` if the field isn't what `ScenarioParameters` writes.
    public mutating func value<Column>(
        of row: CSVFields<Column>, _ column: Column
    ) throws(FileError) -> ScenarioParameters {
        let text = row.text(column)
        if let known = known[text] { return known }
        guard let value = ScenarioParameters(text), value.description == text else {
            throw row.error(column, "'\(text)' are no parameters; they look like 'limit=1;operations=100'")
        }
        known[text] = value
        return value
    }
}
