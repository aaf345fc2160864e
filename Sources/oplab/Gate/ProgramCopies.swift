private import FoundationEssentials
private import LinuxPlatform
internal import RegressionGate

/// This program twice, in files of their own: so that a side shares no more with the other than two builds would.
struct ProgramCopies: Sendable {
    private let folder: String

    /// - Throws: What keeps the program from being copied.
    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/oplab-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        do {
            for side in [GateSide.base, .head] {
                try FileManager.default.copyItem(atPath: try OwnExecutable.path(), toPath: path(side))
            }
        } catch {
            remove()
            throw error
        }
    }

    func path(_ side: GateSide) -> String { "\(folder)/oplab-\(side.rawValue)" }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
