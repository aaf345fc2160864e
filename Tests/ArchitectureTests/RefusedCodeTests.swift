import ChildProcesses
import LinuxPlatform
import TestSupport
import Testing

/// Code that the compiler has to refuse, or a reference would escape from a lock.
struct RefusedCodeTests {
    private static let isAccepted = "mutex.withLock { $0.count += 1 }"
    private static let refused = [
        "let object = Object(); let other = ContendedMutex(object); other.withLock { $0.count += 1 }; object.count += 1",
        "let object = Object(); mutex.withLock { $0 = object }; object.count += 1",
        "var escaped: Object?; mutex.withLock { escaped = $0 }; escaped?.count += 1",
    ]

    @Test func compilerAcceptsAChangeUnderAContendedMutex() async throws {
        let result = try await Self.compile(Self.isAccepted)
        #expect(result.end == .exited(0), "\(result.standardError)")
    }

    @Test(arguments: refused)
    func compilerRefusesToLetAReferenceEscapeAContendedMutex(code: String) async throws {
        let result = try await Self.compile(code)
        #expect(result.end == .exited(1))
        #expect(result.standardError.contains("sending"), "\(result.standardError)")
    }

    /// Compiles a function with `code` in it as a part of this package, against the modules beside the program that runs
    /// these tests. Regions are checked while SIL is made, and not while types are.
    private static func compile(_ code: String) async throws -> ChildResult<Void> {
        let map = try OwnExecutable.path(beside: "CPlatform.build/module.modulemap")
        let compiler = ChildProgram(
            "/usr/bin/env",
            [
                "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-package-name", packageName,
                "-I", try OwnExecutable.path(beside: "Modules"), "-Xcc", "-fmodule-map-file=\(map)", "-",
            ], hasOwnGroup: false)
        let source = """
            import ConcurrencyPrimitives
            final class Object { var count = 0 }
            func use(_ mutex: borrowing ContendedMutex<Object>) { \(code) }
            """
        return try await compiler.run(standardError: .kept(last: 1 << 16)) { child in
            _ = try await child.write(Array(source.utf8))
            try await child.finishInput()
            try await child.readToEnd()
        }
    }

    /// What SwiftPM calls this package: as its folder, as far as that is a name in C.
    private static var packageName: String {
        let folder = Repository.root.split(separator: "/").last?.lowercased() ?? ""
        return String(folder.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
