internal import ArgumentParser
private import ConcurrencyPrimitives
internal import QueueBenchmarking
internal import RegressionGate
private import Reporting

/// `oplab gate calibrate`: measures the error rates of the gate on this machine.
struct GateCalibrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measures the error rates of the gate on this machine.",
        discussion: """
            Compares this program with a copy of itself in many gates, in random order. Some heads are unchanged, \
            and should not be found different. Some have a queue that is slower by a known percentage, and are \
            judged in the tier cpu. Some allocate once more for each operation, and are judged in the tier counts. \
            Prints how often each change was found, with 95% intervals, and how many blocks this machine needs to \
            find it. With --output, writes calibration.csv, with a row for each comparison. Without --queue it \
            calibrates with lock; without --within there is no time limit.

            A gate of one case takes from 5 seconds to a minute, so 200 take from 20 minutes to hours.

            Example: \(toolName) gate calibrate --same 200 --planted 40 --output results/calibration
            """)

    @Option(help: .init("The number of gates with an unchanged head.", valueName: "N"))
    var same = 200

    @Option(help: .init("The number of gates of each change.", valueName: "N"))
    var planted = 40

    @Option(help: .init("The slowdowns of the head, in percent.", valueName: "P,…"))
    var slowdown = "2,5,10,20"

    @OptionGroup var choice: GateChoice

    @Option(help: .init("The output folder for \(GateCalibrationCSV.fileName).", valueName: "DIR"))
    var output: String?

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        if same < 0 || planted < 0 || same + planted == 0 {
            throw ValidationError("--same and --planted can't be negative, nor both zero.")
        }
    }

    func run() async throws {
        var settings = try choice.settings()
        // The limit of a single gate, of which many are run.
        settings.within = choice.within
        if settings.queues.isEmpty { settings.queues = ["lock"] }
        let plants = try plants()
        let file = try file()
        let programs = try ProgramCopies()
        defer { programs.remove() }
        let calibration = GateCalibration(settings: settings, processors: ProcessorCount.available) {
            variant, slowdowns in
            choice.launcher(
                programs.path(variant),
                arguments: ["measure"] + slowdowns.flatMap { ["--slowdown", "\($0.item)=\($0.slowdown)"] })
        }
        let progress = Progress("calibrating", isQuiet: quiet)
        var trials: [GateCalibration.Trial] = []
        do {
            try await calibration.run(plants, progress: { progress.show($0, part: $1) }) { trial in
                trials.append(trial)
                try file?.append(trial)
            }
        } catch is CancellationError where Interruption.shared.isRequested {
            progress.end()
            Terminal.output(GateCalibrationTable.text(trials, plants.map(\.plant), settings))
            throw ExitStatus.interrupted
        } catch {
            progress.end()
            guard let refusal = error as? GateRefusal else { throw error }
            if let output { OutputFile.removeIfEmpty(output + "/" + GateCalibrationCSV.fileName) }
            throw UsageError("\(refusal)")
        }
        progress.end()
        Terminal.output(GateCalibrationTable.text(trials, plants.map(\.plant), settings))
    }

    private func plants() throws -> [(plant: GateCalibration.Plant, trials: Int)] {
        let parts = try CommaList.items(slowdown).map { text in
            guard let percent = Double(text), percent > 0, percent <= 1_000 else {
                throw UsageError("--slowdown: '\(text)' is no number of percent")
            }
            return percent / 100
        }
        let slowed = parts.map { (plant: GateCalibration.Plant.slowdown($0), trials: planted) }
        return [(.nothing, same)] + slowed + [(.allocation, planted)]
    }

    private func file() throws -> GateCalibrationCSV? {
        guard let output else { return nil }
        let folder = try OutputFolder(preparing: output, without: [GateCalibrationCSV.fileName])
        return try UsageError.onFileError {
            try GateCalibrationCSV(creating: folder.file(GateCalibrationCSV.fileName))
        }
    }
}
