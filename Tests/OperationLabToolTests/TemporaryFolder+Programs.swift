import ChildProcesses
import FoundationEssentials
import TestSupport

extension TemporaryFolder {
    /// A benchmark worker whose queue has been changed, and its path; the fixture knows by its name how.
    func gateFixture(_ change: String) throws -> String {
        let fixture = URL(filePath: Oplab.path).deletingLastPathComponent().path + "/GateFixture"
        try FileManager.default.createSymbolicLink(atPath: file(change), withDestinationPath: fixture)
        return file(change)
    }

    /// Writes a program that is these lines of the shell, and returns its path.
    func program(_ name: String, _ lines: String) async throws -> String {
        let text = try write("#!/bin/bash\n\(lines)\n", to: name + ".text")
        try await copyProgram(text, to: name)
        try FileManager.default.removeItem(atPath: text)
        return file(name)
    }

    /// Copies the project's scripts of these names to `repository/scripts`, a folder that is there.
    func copyScripts(_ names: [String]) async throws {
        for name in names.map({ "scripts/" + $0 }) {
            try await copyProgram(Repository.path(name), to: "repository/" + name)
        }
    }

    /// Copies a file that is then a program.
    ///
    /// In a process of its own: what this one has open for writing is open, too, in whatever it starts at that moment
    /// for another test, until that is the other program; and what is open for writing can't be run (execve(2),
    /// ETXTBSY).
    func copyProgram(_ path: String, to name: String) async throws {
        let outcome = try await Oplab.run("/usr/bin/install", ["-m", "755", path, file(name)])
        guard outcome.status == .exited(0) else { throw NotCopied(description: outcome.error) }
    }
}

private struct NotCopied: Error, CustomStringConvertible { let description: String }
