internal import ArgumentParser
private import ConcurrencyPrimitives
internal import QueueBenchmarking
internal import RegressionGate
private import Reporting

/// `oplab gate calibrate`: what the gate is worth on this machine.
struct GateCalibrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measures how often the gate is wrong on this machine, and what it finds.",
        discussion: """
            Runs gates of this program with a copy of itself, in random order, in the tier of processor time (of \
            counts, where an allocation is what is planted): with nothing changed, which should \
            find nothing; with a head whose queue does more work, by a known part of what it costs; and with one \
            that allocates once more for each operation. Prints how often each was found, with 95% intervals, and \
            how many blocks it takes on this machine to find what. Writes calibration.csv, a row a gate.

            A gate of one case takes from 5 seconds to a minute, so 200 take from 20 minutes to hours.

            Example: oplab gate calibrate --same 200 --planted 40 --output results/calibration
            """)

    @Option(help: .init("How many gates with nothing changed.", valueName: "N"))
    var same = 200

    @Option(help: .init("How many gates of each change.", valueName: "N"))
    var planted = 40

    @Option(help: .init("By how many percent the head is slowed down.", valueName: "P,…"))
    var slowdown = "2,5,10,20"

    @OptionGroup var choice: GateChoice

    @Option(help: .init("A folder for \(GateCalibrationCSV.fileName).", valueName: "DIR"))
    var output: String?

    @Flag(help: "Say nothing about progress.")
    var quiet = false

    func validate() throws {
        if same < 0 || planted < 0 || same + planted == 0 {
            throw ValidationError("--same and --planted can't be negative, nor both zero.")
        }
    }

    func run() async throws {
        var settings = try choice.settings()
        // Of a single gate, of which many are run.
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
