import FoundationEssentials

/// A new folder for one test, removed with its files at the end.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.path + "/mutation-" + UUID().uuidString
    try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? files.removeItem(atPath: folder) }
    try await body(folder)
}
