/// A command line that can be pasted into a shell.
public enum ShellWords {
    /// The words, quoted where a shell would read them otherwise.
    public static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./,:=+@%".utf8.contains(byte)
                }
            }
        if isPlain { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
