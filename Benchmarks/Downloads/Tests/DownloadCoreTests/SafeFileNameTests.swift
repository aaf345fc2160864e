import Testing

@testable import DownloadCore

@Suite struct SafeFileNameTests {
    @Test(arguments: [
        ("photo.jpg", "photo.jpg"), ("a b (c).txt", "a b (c).txt"), ("Ünïcode 日本.pdf", "Ünïcode 日本.pdf"),
        ("", "download"), (".", "download"), ("..", "download"), ("...", "download"), ("/", "download"),
        ("   ", "download"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"),
        ("C:\\Windows\\system.ini", "system.ini"), ("a/", "download"), ("..\\..", "download"),
        (".bashrc", "_.bashrc"), ("-rf", "_-rf"), ("a\0b\n\r\tc", "abc"),
        ("txt\u{202E}gpj.exe", "txtgpj.exe"),
        ("\u{200B}\u{FEFF}", "download"), ("  padded.txt  ", "padded.txt"),
        ("x.partial", "x.partial_"), ("x.PARTIAL.json", "x.PARTIAL.json_"), ("partial", "partial"),
    ])
    func nameIsOneOfAFolder(name: String, expected: String) {
        #expect(SafeFileName(name).description == expected)
    }

    @Test(arguments: [
        String(repeating: "a", count: 1_000), String(repeating: "é", count: 500) + ".jpeg",
        "x." + String(repeating: "y", count: 400), String(repeating: "👨‍👩‍👧‍👦", count: 100) + ".tar.gz",
        "a" + String(repeating: "\u{301}", count: 400) + ".txt",
    ])
    func longNameLeavesRoomForItsPartialFile(name: String) {
        let safe = SafeFileName(name)
        #expect(!safe.description.isEmpty)
        let longest = "\(safe.numbered(DownloadFolder.mostNumbers)).0123456789abcdef-9999.partial.json"
        #expect(longest.utf8.count <= 255)
    }

    @Test func longNameKeepsItsEnding() {
        #expect(
            SafeFileName(String(repeating: "a", count: 300) + ".tar.gz").description.hasSuffix("a.tar.gz"))
    }

    @Test(arguments: [
        ("a.txt", "a (2).txt"), ("a", "a (2)"), ("a.tar.gz", "a (2).tar.gz"), ("_.bashrc", "_ (2).bashrc"),
        ("a.b.c", "a.b (2).c"),
    ])
    func numberStandsBeforeTheEnding(name: String, expected: String) {
        #expect(SafeFileName(name).numbered(2).description == expected)
    }

    /// Whatever comes in: what comes out is a name in a folder, and stays the same if it comes in again.
    @Test func anyNameIsSafe() {
        let pieces = [
            "..", "/", "\\", "\0", "a", ".", " ", "-", "\u{202E}", "é", ".partial", ".json", "%2e", "\n", ":",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let name = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                pieces.randomElement(using: &random)!
            }
            .joined()
            let safe = SafeFileName(name).description
            #expect(!safe.isEmpty && !safe.hasPrefix(".") && !safe.hasPrefix("-"), "\(name.debugDescription)")
            #expect(!safe.contains { "/\\\0\n\u{202E}".contains($0) }, "\(name.debugDescription)")
            #expect(
                !safe.hasSuffix(".partial") && !safe.hasSuffix(".partial.json"), "\(name.debugDescription)")
            #expect(SafeFileName(safe).description == safe, "\(name.debugDescription)")
        }
    }
}
