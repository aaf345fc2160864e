import Foundation

/// What the environment says of these tests.
enum CorpusOptions {
    /// How many schedules a form passes that is fixed, or whose bug is missed.
    static let schedules = environment["CORPUS_SCHEDULES"].flatMap { Int($0) } ?? 2_000
    static let printsTable = environment["CORPUS_TABLE"] == "1"

    private static let environment = ProcessInfo.processInfo.environment
}
