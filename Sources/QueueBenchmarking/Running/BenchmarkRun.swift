/// One run that took place, and what came out.
public struct BenchmarkRun: Sendable {
    public let queue: String
    public let scenario: String
    public let parameters: ScenarioParameters
    public let driver: String
    public let process: Int
    /// Nil in a warm-up.
    public let place: RunPlace?
    public let seed: UInt64
    public let outcome: RunOutcome

    /// What goes into the results. A warm-up that did what it should leaves nothing there; a run that failed its
    /// check leaves that, and no timing.
    public var measurements: [Measurement] {
        switch outcome {
        case .passed where place == nil: []
        case .passed(let readings, _):
            [measurement(Reading(.resultCheck, 1))] + readings.map { measurement($0) }
        case .failed(let reason): [measurement(Reading(.resultCheck, 0), note: reason)]
        }
    }

    /// How the run failed its check; nil if it passed.
    public var failure: String? {
        if case .failed(let reason) = outcome { reason } else { nil }
    }

    private func measurement(_ reading: Reading, note: String = "") -> Measurement {
        Measurement(
            queue: queue, scenario: scenario, parameters: parameters, process: process, place: place,
            metric: reading.metric, value: reading.value, seed: seed, driver: driver, note: note)
    }
}
