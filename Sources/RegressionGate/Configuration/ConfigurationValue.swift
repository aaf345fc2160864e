internal import TextFormats

/// A value of a settings file with its name, for errors that say what is expected.
struct ConfigurationValue {
    let path: String
    /// For example "thresholds.cpu"; empty for the whole file.
    let name: String
    let json: PositionedJSON

    /// An error at the position of the value.
    func error(_ reason: String) -> FileError { error(reason, at: json.position) }

    private func error(_ reason: String, at position: TextPosition) -> FileError {
        FileError(action: "read", path: path, position: position, reason: reason)
    }

    private func hasToBe(_ wanted: String) -> FileError {
        error("\(name.isEmpty ? "the file" : "'\(name)'") must be \(wanted), and is \(json.kind)")
    }

    // MARK: Kinds

    /// The members of an object by key.
    ///
    /// - Parameters:
    ///   - keys: The known keys.
    ///   - formerKeys: The present keys of former ones, which files may still have.
    /// - Throws: ``FileError`` if it is no object, has an unknown key, or a key under both names.
    func members(
        _ keys: [String], formerKeys: [String: String] = [:]
    ) throws(FileError) -> [String: ConfigurationValue] {
        guard case .object(let members) = json.value else { throw hasToBe("an object") }
        var values: [String: ConfigurationValue] = [:]
        func full(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }
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

    func elements() throws(FileError) -> [ConfigurationValue] {
        guard case .array(let elements) = json.value else { throw hasToBe("a list") }
        return elements.map { ConfigurationValue(path: path, name: name, json: $0) }
    }

    /// A string that isn't empty.
    func string() throws(FileError) -> String {
        guard case .string(let text) = json.value else { throw hasToBe("a string") }
        if text.allSatisfy(\.isWhitespace) { throw error("'\(name)' is empty") }
        return text
    }

    /// A list of distinct strings.
    ///
    /// - Parameter make: Converts each string, or throws what is wrong with it.
    func list<Element>(
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
    /// - Parameter wanted: What it must be, as in "above 0".
    func number(_ wanted: String, _ isAllowed: (Double) -> Bool) throws(FileError) -> Double {
        guard case .number(let number) = json.value else { throw hasToBe("a number \(wanted)") }
        guard isAllowed(number) else {
            throw error("'\(name)' must be a number \(wanted), and is \(Decimals.shortest(number))")
        }
        return number
    }

    func integer(_ range: ClosedRange<Int>, isEven: Bool = false) throws(FileError) -> Int {
        let wanted =
            "\(isEven ? "an even" : "a whole") number from \(range.lowerBound) to \(range.upperBound)"
        guard case .number(let number) = json.value else { throw hasToBe(wanted) }
        guard let integer = Int(exactly: number), range.contains(integer), !isEven || integer % 2 == 0 else {
            throw error("'\(name)' must be \(wanted), and is \(Decimals.shortest(number))")
        }
        return integer
    }
}
