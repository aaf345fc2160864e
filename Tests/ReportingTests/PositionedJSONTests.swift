import Testing
import TextFormats

@Suite struct PositionedJSONTests {
    private func parse(_ text: String) throws -> PositionedJSON {
        try PositionedJSON.parse(Array(text.utf8), path: "a.json")
    }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(FileError) {
            _ = try PositionedJSON.parse(bytes, path: "a.json")
            return nil
        } catch {
            return "\(error.position?.description ?? ""): \(error.reason)"
        }
    }

    @Test func valueKnowsItsLineAndColumn() throws {
        let json = try parse("\u{FEFF} {\r\n  \"é\": [1, \"x\\n\", null],\n\t\"b\": {}, \"c\":true}\n")
        guard case .object(let members) = json.value else { throw Unexpected() }
        #expect(json.position == TextPosition(line: 1, column: 2))
        #expect(members.map(\.name) == ["é", "b", "c"])
        #expect(members.map(\.position.description) == ["2:3", "3:2", "3:11"])
        #expect(members.map(\.value.position.description) == ["2:8", "3:7", "3:15"])
        guard case .array(let elements) = members[0].value.value else { throw Unexpected() }
        #expect(elements.map(\.value) == [.number(1), .string("x\n"), .null])
        #expect(elements.map(\.position.description) == ["2:9", "2:12", "2:19"])
        #expect(members[1].value.value == .object([]) && members[2].value.value == .boolean(true))
    }

    private struct Unexpected: Error {}

    @Test(arguments: [
        ("0", 0), ("-0.5", -0.5), ("12.25e+2", 1225), ("1E-2", 0.01),
        ("9007199254740993", 9007199254740992.0),
    ])
    func numbersAreRead(text: String, value: Double) throws {
        #expect(try parse(text).value == .number(value))
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83D\uDE00""#, "😀"), ("\"😀é\"", "😀é"), ("\"\"", ""), (#""\u0000""#, "\0"),
    ])
    func stringsAreRead(text: String, value: String) throws {
        #expect(try parse(text).value == .string(value))
    }

    @Test(arguments: [
        ("", "1:1", "is empty"),
        (" \n", "2:1", "is empty"),
        ("\u{FEFF}", "1:1", "is empty"),
        ("{} x", "1:4", "end of the JSON value"),
        ("1 2", "1:3", "end of the JSON value"),
        ("é", "1:1", "a value"),
        ("nul", "1:1", "a value"),
        ("[1,]", "1:4", "a value"),
        ("[1 2]", "1:4", "a comma or ']'"),
        ("[", "1:2", "a value"),
        ("[1", "1:3", "a comma or ']'"),
        ("{\"a\":1,}", "1:8", "a name in quotes"),
        ("{a:1}", "1:2", "a name in quotes"),
        ("{\"a\" 1}", "1:6", "a colon"),
        ("{\"a\":1;", "1:7", "a comma or '}'"),
        ("{\"a\":1,\n\"a\":2}", "2:1", "first at 1:2"),
        ("{\"a\":1,\"\\u0061\":2}", "1:8", "first at 1:2"),
        ("01", "1:2", "end of the JSON value"),
        ("-", "1:2", "a digit"),
        ("1.", "1:3", "a digit"),
        (".5", "1:1", "a value"),
        ("+1", "1:1", "a value"),
        ("1ex", "1:3", "a digit"),
        ("1e400", "1:1", "too large"),
        ("NaN", "1:1", "a value"),
        ("\"a", "1:1", "ends within this string"),
        ("\"a\nb\"", "1:3", "control character"),
        ("\"\\x\"", "1:2", "no such escape"),
        ("\"\\", "1:2", "no such escape"),
        ("\"\\u12g4\"", "1:2", "four hexadecimal digits"),
        ("\"\\u12", "1:2", "four hexadecimal digits"),
        ("\"\\ud83d\"", "1:2", "half a character"),
        ("\"\\ud83dx\"", "1:2", "half a character"),
        ("\"\\ud83d\\u0041\"", "1:2", "half a character"),
        ("\"\\ude00\"", "1:2", "half a character"),
    ])
    func invalidJSONIsNamedWithItsPlace(text: String, position: String, reason: String) throws {
        let message = try #require(refusal(Array(text.utf8)))
        #expect(message.hasPrefix(position + ": ") && message.contains(reason), "\(message)")
    }

    @Test func parserRefusesInvalidUTF8() {
        #expect(refusal([0x5B, 0x22, 0xFF, 0x22, 0x5D]) == "1:2: this string isn't UTF-8")
        // Half of a character that is written as in UTF-16.
        #expect(refusal([0x22, 0xED, 0xA0, 0x80, 0x22]) == "1:1: this string isn't UTF-8")
        #expect(refusal([0xFF]) != nil)
    }

    @Test func depthIsLimited() {
        func nested(_ depth: Int) -> String? {
            refusal(
                Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8))
        }
        #expect(nested(100) == nil)
        #expect(nested(101)?.hasPrefix("1:101: ") == true)
        #expect(
            refusal(Array(String(repeating: "{\"a\":", count: 100_000).utf8))?.contains("100 deep") == true)
    }
}
