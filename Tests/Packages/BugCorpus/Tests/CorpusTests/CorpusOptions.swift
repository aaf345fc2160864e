import Foundation

/// What the environment says of these tests.
enum CorpusOptions {
    /// How many schedules a form passes that is fixed, or whose bug is missed.
    static let schedules = environment["CORPUS_SCHEDULES"].flatMap { Int($0) } ?? 2_000
    /// The seeds over which a table is measured.
    static let seeds = 1...(environment["CORPUS_SEEDS"].flatMap { UInt64($0) } ?? 20)
    static let printsTable = environment["CORPUS_TABLE"] == "1"

    private static let environment = ProcessInfo.processInfo.environment
}
