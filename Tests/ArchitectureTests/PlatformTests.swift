import Foundation
import Testing

/// What is this system's own lies in one module of Swift, and in CPlatform: a port is a port of those.
@Suite struct PlatformTests {
    private static let home = "LinuxPlatform"

    /// Tests that look at what the module says, or are written for Foundation alone.
    private static let exceptions = [
        "Tests/ArchitectureTests/", "Tests/LinuxPlatformTests/", "Tests/CompatibilityClient/",
    ]

    @Test(arguments: [
        "Sources", "Benchmarks/Sources", "Benchmarks/Observability/Sources", "Benchmarks/Downloads/Sources",
        "Benchmarks/History/Sources", "Benchmarks/Mutation/Sources", "Benchmarks/QueueMatrix/Sources",
        "Tests",
    ])
    func onlyOneModuleNamesTheSystem(folder: String) throws {
        let tree = try SourceTree(folder)
        #expect(!tree.modules.isEmpty)
        for (module, files) in tree.modules where module != Self.home {
            for file in files where !Self.exceptions.contains(where: { file.path.hasPrefix($0) }) {
                #expect(Self.findings(file.source) == [], "\(file.path)")
            }
        }
    }

    @Test(arguments: [
        ("private import Glibc", 1), ("import Darwin.C", 1), ("#if os(Linux)\n#endif", 1),
        ("#if canImport(Glibc)\nimport Glibc\n#endif", 2), ("let a = \"/proc/self/task\"", 1),
        ("// As in `/proc/stat`.\n/// See /proc/self/exe.\nimport LinuxPlatform", 0),
    ])
    func namesOfTheSystemAreFound(source: String, count: Int) throws {
        #expect(Self.findings(source).count == count)
    }

    /// The lines of code that name the system's C library, its files or another system.
    private static func findings(_ source: String) -> [Substring] {
        let words = [
            "import Glibc", "import Darwin", "import Musl", "canImport(Glibc)", "canImport(Darwin)",
            "os(Linux)",
            "os(macOS)", "\"/proc/", "/proc/self/",
        ]
        return source.split(separator: "\n").filter { line in
            !line.drop(while: \.isWhitespace).hasPrefix("//") && words.contains { line.contains($0) }
        }
    }
}
