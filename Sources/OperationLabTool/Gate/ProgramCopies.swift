private import FoundationEssentials
private import LinuxPlatform
internal import RegressionGate

/// Two copies of this program, so that the variants share no more than two builds would.
struct ProgramCopies: Sendable {
    private let folder: ScratchFolder

    /// - Throws: An error of copying the program.
    init() throws {
        folder = try ScratchFolder("gate")
        do {
            for variant in [GateVariant.base, .head] {
                try FileManager.default.copyItem(atPath: try OwnExecutable.path(), toPath: path(variant))
            }
        } catch {
            remove()
            throw error
        }
    }

    func path(_ variant: GateVariant) -> String { "\(folder.path)/oplab-\(variant.rawValue)" }

    func remove() { folder.remove() }
}
