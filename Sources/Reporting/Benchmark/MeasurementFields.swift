public import QueueBenchmarking
public import TextFormats

extension CSVFields {
    /// A metric, whose unit must be the one in the row.
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

/// Caches parsed parameters: each text occurs in thousands of rows.
public struct ReadParameters {
    private var known: [String: ScenarioParameters] = [:]

    public init() {}

    /// - Throws: `FileError` if the field is no list of parameters.
    public mutating func value<Column>(
        of row: CSVFields<Column>, _ column: Column
    ) throws(FileError) -> ScenarioParameters {
        let text = row.text(column)
        if let known = known[text] { return known }
        guard let value = ScenarioParameters(text), value.description == text else {
            throw row.error(
                column, "'\(text)' is no list of parameters, which looks like 'limit=1;operations=100'")
        }
        known[text] = value
        return value
    }
}
