/// A value of a file that people write, with its name, for errors that say what is expected.
public struct ConfigurationValue: Sendable {
    /// The path of the file, for errors.
    public let path: String
    /// For example "thresholds.cpu"; empty for the whole file.
    public let name: String
    public let json: PositionedJSON

    public init(path: String, name: String, json: PositionedJSON) {
        self.path = path
        self.name = name
        self.json = json
    }

    /// The one value of a file.
    ///
    /// - Throws: ``FileError`` if the file can't be read, or isn't JSON.
    public static func read(_ path: String) throws -> ConfigurationValue {
        ConfigurationValue(path: path, name: "", json: try PositionedJSON.read(path))
    }

    /// An error at the position of the value.
    public func error(_ reason: String) -> FileError { error(reason, at: json.position) }

    private func error(_ reason: String, at position: TextPosition) -> FileError {
        FileError(action: "read", path: path, position: position, reason: reason)
    }

    private func hasToBe(_ wanted: String) -> FileError {
        error("\(name.isEmpty ? "the file" : "'\(name)'") must be \(wanted), and is \(json.kind)")
    }

    private func full(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }

    // MARK: Kinds

    /// The members of an object by key.
    ///
    /// - Parameters:
    ///   - keys: The known keys.
    ///   - formerKeys: The present keys of former ones, which files may still have.
    /// - Throws: ``FileError`` if it is no object, has an unknown key, or a key under both names.
    public func members(
        _ keys: [String], formerKeys: [String: String] = [:]
    ) throws(FileError) -> [String: ConfigurationValue] {
        guard case .object(let members) = json.value else { throw hasToBe("an object") }
        var values: [String: ConfigurationValue] = [:]
        for member in members {
            let name = full(member.name)
            let key = formerKeys[member.name] ?? member.name
            guard keys.contains(key) else {
                throw error(
                    NearestNames.sentence(unknown: "key", name, among: keys.map(full)), at: member.position)
            }
            if values[key] != nil {
                throw error("'\(key)' is set twice, once by its former name", at: member.position)
            }
            values[key] = ConfigurationValue(path: path, name: name, json: member.value)
        }
        return values
    }

    /// The members of an object, one of which names the kind of the object. The kind decides which others there may be.
    ///
    /// - Parameters:
    ///   - tag: The key of the kind.
    ///   - kinds: The kinds, each with its other keys.
    /// - Throws: ``FileError`` if it is no object, the kind is missing or unknown, or an unknown key is there.
    public func tagged(
        _ tag: String, _ kinds: KeyValuePairs<String, [String]>
    ) throws(FileError) -> (kind: String, members: [String: ConfigurationValue]) {
        guard case .object(let members) = json.value else { throw hasToBe("an object with '\(tag)'") }
        guard let found = members.first(where: { $0.name == tag }) else {
            throw error("'\(full(tag))' is missing; it is one of \(kinds.map(\.key).joined(separator: ", "))")
        }
        let value = ConfigurationValue(path: path, name: full(tag), json: found.value)
        let kind = try value.string()
        guard let keys = kinds.first(where: { $0.key == kind })?.value else {
            throw value.error(NearestNames.sentence(unknown: tag, kind, among: kinds.map(\.key)))
        }
        return (kind, try self.members([tag] + keys))
    }

    /// The member of this object that has to be there.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - members: The members of this object, as ``members(_:formerKeys:)`` returns them.
    public func required(
        _ key: String, in members: [String: ConfigurationValue]
    ) throws(FileError) -> ConfigurationValue {
        guard let value = members[key] else { throw error("'\(full(key))' is missing") }
        return value
    }

    /// The elements of a list.
    public func elements() throws(FileError) -> [ConfigurationValue] {
        guard case .array(let elements) = json.value else { throw hasToBe("a list") }
        return elements.map { ConfigurationValue(path: path, name: name, json: $0) }
    }

    /// A string that isn't empty.
    public func string() throws(FileError) -> String {
        guard case .string(let text) = json.value else { throw hasToBe("a string") }
        if text.allSatisfy(\.isWhitespace) { throw error("'\(name)' is empty") }
        return text
    }

    /// A list of distinct strings.
    ///
    /// - Parameter make: Converts each string, or throws what is wrong with it.
    public func list<Element>(
        _ make: (ConfigurationValue) throws(FileError) -> Element
    ) throws(FileError) -> [Element] {
        guard case .array = json.value else { throw hasToBe("a list of strings") }
        var seen: Set<String> = []
        var list: [Element] = []
        for element in try elements() {
            guard case .string = element.json.value else {
                throw element.error("'\(name)' must hold strings, and this is \(element.json.kind)")
            }
            let text = try element.string()
            guard seen.insert(text).inserted else {
                throw element.error("'\(text)' is in '\(name)' twice")
            }
            list.append(try make(element))
        }
        return list
    }

    /// A number that `isAllowed`.
    ///
    /// - Parameters:
    ///   - wanted: What it must be, as in "above 0".
    ///   - isAllowed: Whether it is that.
    public func number(_ wanted: String, _ isAllowed: (Double) -> Bool) throws(FileError) -> Double {
        guard case .number(let number) = json.value else { throw hasToBe("a number \(wanted)") }
        guard isAllowed(number) else {
            throw error("'\(name)' must be a number \(wanted), and is \(Decimals.shortest(number))")
        }
        return number
    }

    /// A whole number of `range`, which is even if it has to be.
    public func integer(_ range: ClosedRange<Int>, isEven: Bool = false) throws(FileError) -> Int {
        let wanted =
            "\(isEven ? "an even" : "a whole") number from \(range.lowerBound) to \(range.upperBound)"
        guard case .number(let number) = json.value else { throw hasToBe(wanted) }
        guard let integer = Int(exactly: number), range.contains(integer), !isEven || integer % 2 == 0 else {
            throw error("'\(name)' must be \(wanted), and is \(Decimals.shortest(number))")
        }
        return integer
    }
}
