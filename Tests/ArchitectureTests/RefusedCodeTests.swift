import Foundation
import LinuxPlatform
import Testing

/// Code that the compiler has to refuse, or a reference would escape from a lock.
struct RefusedCodeTests {
    private static let isAccepted = "mutex.withLock { $0.count += 1 }"
    private static let refused = [
        "let object = Object(); let other = ContendedMutex(object); other.withLock { $0.count += 1 }; object.count += 1",
        "let object = Object(); mutex.withLock { $0 = object }; object.count += 1",
        "var escaped: Object?; mutex.withLock { escaped = $0 }; escaped?.count += 1",
    ]

    @Test func compilerAcceptsAChangeUnderAContendedMutex() throws {
        let result = try Self.compile(Self.isAccepted)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(arguments: refused) func compilerRefusesToLetAReferenceEscapeAContendedMutex(code: String) throws {
        let result = try Self.compile(code)
        #expect(result.status != 0)
        #expect(result.errors.contains("sending"), "\(result.errors)")
    }

    /// Compiles a function with `code` in it as a part of this package, against the modules beside the program that runs
    /// these tests.
    private static func compile(_ code: String) throws -> (status: Int32, errors: String) {
        let folder = URL.temporaryDirectory.appending(path: "oplab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "main.swift")
        let text = """
            import ConcurrencyPrimitives
            final class Object { var count = 0 }
            func use(_ mutex: borrowing ContendedMutex<Object>) { \(code) }
            """
        try text.write(to: source, atomically: true, encoding: .utf8)
        let built = URL(filePath: try OwnExecutable.path(beside: "Modules"))
        let map = try OwnExecutable.path(beside: "CPlatform.build/module.modulemap")
        let (compiler, errors) = (Process(), Pipe())
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-c", "-o", folder.appending(path: "main.o").path(), "-swift-version", "6",
            "-package-name", packageName, "-I", built.path(), "-Xcc", "-fmodule-map-file=\(map)",
            source.path(),
        ]
        compiler.standardError = errors
        try compiler.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        compiler.waitUntilExit()
        return (compiler.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    /// What SwiftPM calls this package: as its folder, as far as that is a name in C.
    private static var packageName: String {
        let folder = SourceTree.root.lastPathComponent.lowercased()
        return String(folder.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
