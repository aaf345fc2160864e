import Foundation

/// What the environment says of these tests.
enum CorpusOptions {
    /// How many schedules a form passes that is fixed, or whose bug is missed.
    static let schedules = environment["CORPUS_SCHEDULES"].flatMap { Int($0) } ?? 2_000
    /// The seeds over which a table is measured.
    static let seeds = 1...(environment["CORPUS_SEEDS"].flatMap { UInt64($0) } ?? 20)
    /// In how many processes each bug is replayed; none if nobody says so.
    static let replays = environment["CORPUS_REPLAYS"].flatMap { Int($0) } ?? 0
    /// The file of what one of these replays.
    static let replay = environment[Replay.variable]
    static let printsTable = environment["CORPUS_TABLE"] == "1"
    /// The names of those that get a row of a table, with commas between; nil for all.
    static let rows = environment["CORPUS_ROWS"].map { Set($0.split(separator: ",").map(String.init)) }

    private static let environment = ProcessInfo.processInfo.environment
}
