internal import ArgumentParser
private import ChangePoints
private import HistoryReports

/// `scripts/history calibrate`: how often changes are found where there are none, and where there are.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Measures the rate of false change points, and of found steps.",
        discussion: """
            Draws series without a change, and series with one step, of 10, 20, 50 and 100 values, and tests each alone. The \
            steps are 2, 5 and 10 times as great as the noise: steps of 2%, 5% and 10% where runs scatter by 1%. With \
            --database, the noise is also that of its runs.

            \(ExitStatus.discussion)
            """)

    @Option(help: .init("The number of series for each rate of false change points.", valueName: "N"))
    var series = 1_000
    @Option(
        help: .init(
            "The number of series for each rate of found steps.", discussion: "Default: a tenth of --series.",
            valueName: "N"))
    var stepSeries: Int?
    @Option(help: .init("Also draw from the residuals of this database.", valueName: "FILE"))
    var database: String?
    @Option(help: .init("Only those of this machine.", valueName: "NAME"))
    var machine: String?
    @Option(help: "The seed.")
    var seed: UInt64 = 1

    func validate() throws {
        guard series > 0, stepSeries ?? 1 > 0 else {
            throw ValidationError("a rate takes at least one series.")
        }
        guard machine == nil || database != nil else { throw ValidationError("--machine takes --database.") }
    }

    func run() throws {
        var noises: [Noise] = [.normal, .heavyTailed]
        if let database {
            var options = try SeriesOptions.parse(["--database", database])
            options.machine = machine
            let residuals = RunResiduals(try options.reports())
            Terminal.output(residuals.text(width: Terminal.width) + "\n")
            guard !residuals.pooled.isEmpty else { throw ExitStatus.inconclusive }
            noises.append(.residuals(residuals.pooled))
        }
        noises.append(.wandering(0.5))
        let text = CalibrationText(seed: seed, series: series, stepSeries: stepSeries ?? max(1, series / 10))
        Terminal.output(text.falseRates(noises) + "\n")
        Terminal.output(text.powers(noises))
    }
}
