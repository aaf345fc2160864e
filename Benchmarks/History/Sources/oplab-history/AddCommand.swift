internal import ArgumentParser
private import HistoryStore
private import TextFormats

/// `scripts/history add`: stores runs.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Stores runs in the database, all or none.",
        discussion: """
            RUN is a folder that 'oplab bench' has written. It has to be finished, of a release build, and of a commit without \
            changes. A run that the database has is left as it is. If a run can't be read, none is stored.

            The commits are ordered as git has them.

            \(ExitStatus.discussion)
            """)

    @Argument(help: .init("The folders of the runs.", valueName: "RUN"))
    var runs: [String]
    @OptionGroup var file: DatabaseOption
    @Option(
        help: .init(
            "What to call the machine. Runs of equal machines, as in a pool of runners, are compared if they have the same name.",
            discussion: "Default: its host name.", valueName: "NAME"))
    var machine: String?
    @Option(help: .init("A folder of the repository that has the commits.", valueName: "DIR"))
    var repository = "."

    func run() async throws {
        let history = CommitHistory(repository: repository)
        var placed: [HistoryDatabase.PlacedRun] = []
        for run in runs {
            let record = try RunRecord(reading: run, machine: machine)
            placed.append(
                HistoryDatabase.PlacedRun(record, depth: try await history.depth(of: record.commit, run: run))
            )
        }
        let additions = try HistoryDatabase(file.database, for: .writing).add(placed)
        for (run, addition) in zip(placed, additions) {
            let record = run.record
            switch addition {
            case .added:
                let series = Set(record.points.map(\.series)).count
                Terminal.output(
                    "\(record.path): added, commit \(record.commit.prefix(12)), machine \(record.machine.id.prefix(8)), "
                        + "\(Decimals.grouped(series)) series\n")
            case .present: Terminal.output("\(record.path): already there, nothing changed\n")
            }
        }
    }
}
