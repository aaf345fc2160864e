internal import ArgumentParser
internal import HistoryStore

/// The option that names the database.
struct DatabaseOption: ParsableArguments {
    @Option(help: .init("The database.", valueName: "FILE"))
    var database = "results/history.sqlite"

    func open() throws -> HistoryDatabase { try HistoryDatabase(database, for: .reading) }
}
