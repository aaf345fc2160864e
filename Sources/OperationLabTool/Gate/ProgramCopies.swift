private import FoundationEssentials
private import LinuxPlatform
internal import RegressionGate

/// Two copies of this program, so that the variants share no more than two builds would.
struct ProgramCopies: Sendable {
    private let folder: String

    /// - Throws: An error of copying the program.
    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/oplab-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        do {
            for variant in [GateVariant.base, .head] {
                try FileManager.default.copyItem(atPath: try OwnExecutable.path(), toPath: path(variant))
            }
        } catch {
            remove()
            throw error
        }
    }

    func path(_ variant: GateVariant) -> String { "\(folder)/oplab-\(variant.rawValue)" }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
