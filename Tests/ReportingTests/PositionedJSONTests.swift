import Testing
import TextFormats

@Suite struct PositionedJSONTests {
    private func parse(_ text: String) throws -> PositionedJSON {
        try PositionedJSON.parse(Array(text.utf8), path: "a.json")
    }

    private func objection(_ bytes: [UInt8]) -> String? {
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
        ("", "1:1: the file is empty, and has to hold a JSON value"),
        (" \n", "2:1: the file is empty, and has to hold a JSON value"),
        ("\u{FEFF}", "1:1: the file is empty, and has to hold a JSON value"),
        ("{} x", "1:4: 'x' stands behind the end of the JSON value"),
        ("1 2", "1:3: '2' stands behind the end of the JSON value"),
        ("é", "1:1: 'é' stands where a value has to"),
        ("nul", "1:1: 'n' stands where a value has to"),
        ("[1,]", "1:4: ']' stands where a value has to"),
        ("[1 2]", "1:4: '2' stands where a comma or ']' has to"),
        ("[", "1:2: the end of the file stands where a value has to"),
        ("[1", "1:3: the end of the file stands where a comma or ']' has to"),
        ("{\"a\":1,}", "1:8: '}' stands where a name in quotes has to"),
        ("{a:1}", "1:2: 'a' stands where a name in quotes has to"),
        ("{\"a\" 1}", "1:6: '1' stands where a colon has to"),
        ("{\"a\":1;", "1:7: ';' stands where a comma or '}' has to"),
        ("{\"a\":1,\n\"a\":2}", "2:1: the name 'a' stands there twice, for the first time at 1:2"),
        ("{\"a\":1,\"\\u0061\":2}", "1:8: the name 'a' stands there twice, for the first time at 1:2"),
        ("01", "1:2: '1' stands behind the end of the JSON value"),
        ("-", "1:2: the end of the file stands where a digit has to"),
        ("1.", "1:3: the end of the file stands where a digit has to"),
        (".5", "1:1: '.' stands where a value has to"),
        ("+1", "1:1: '+' stands where a value has to"),
        ("1ex", "1:3: 'x' stands where a digit has to"),
        ("1e400", "1:1: the number 1e400 is too large"),
        ("NaN", "1:1: 'N' stands where a value has to"),
        ("\"a", "1:1: the file ends within this string"),
        ("\"a\nb\"", "1:3: a control character stands in a string; it has to be escaped"),
        ("\"\\x\"", "1:2: there is no such escape; a backslash itself is written as two"),
        ("\"\\", "1:2: there is no such escape; a backslash itself is written as two"),
        ("\"\\u12g4\"", "1:2: \\u needs four hexadecimal digits"),
        ("\"\\u12", "1:2: \\u needs four hexadecimal digits"),
        ("\"\\ud83d\"", "1:2: this escape is half a character"),
        ("\"\\ud83dx\"", "1:2: this escape is half a character"),
        ("\"\\ud83d\\u0041\"", "1:2: this escape is half a character"),
        ("\"\\ude00\"", "1:2: this escape is half a character"),
    ])
    func invalidJSONIsNamedWithItsPlace(text: String, message: String) {
        #expect(objection(Array(text.utf8)) == message)
    }

    @Test func parserRefusesInvalidUTF8() {
        #expect(objection([0x5B, 0x22, 0xFF, 0x22, 0x5D]) == "1:2: this string isn't UTF-8")
        // Half of a character that is written as in UTF-16.
        #expect(objection([0x22, 0xED, 0xA0, 0x80, 0x22]) == "1:1: this string isn't UTF-8")
        #expect(objection([0xFF]) != nil)
    }

    @Test func depthIsLimited() {
        func nested(_ depth: Int) -> String? {
            objection(
                Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8))
        }
        #expect(nested(100) == nil)
        #expect(nested(101) == "1:101: lists and objects lie in each other more than 100 deep")
        #expect(
            objection(Array(String(repeating: "{\"a\":", count: 100_000).utf8))?.contains("100 deep") == true)
    }
}
