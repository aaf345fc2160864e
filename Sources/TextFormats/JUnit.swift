/// A report as JUnit XML, as CI systems read it.
public struct JUnit {
    /// What came of a case.
    public enum Outcome {
        case passed
        /// It passed, and has something to say.
        case output(String)
        case skipped(message: String, details: String = "")
        case failure(message: String, type: String, details: String)
        case error(message: String, type: String, details: String)
    }

    public struct Case {
        let group: String
        let name: String
        let seconds: Double?
        let outcome: Outcome

        /// - Parameter group: What the report has as the name of a class.
        public init(_ name: String, of group: String, seconds: Double? = nil, _ outcome: Outcome) {
            self.name = name
            self.group = group
            self.seconds = seconds
            self.outcome = outcome
        }
    }

    public struct Suite {
        let name: String
        let seconds: Double?
        let properties: [String: String]
        let cases: [Case]

        public init(
            _ name: String, seconds: Double? = nil, properties: [String: String] = [:], _ cases: [Case]
        ) {
            self.name = name
            self.seconds = seconds
            self.properties = properties
            self.cases = cases
        }
    }

    private let name: String
    private let suites: [Suite]

    public init(_ name: String, _ suites: [Suite]) {
        self.name = name
        self.suites = suites
    }

    public var text: String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\(XML.attribute(name))>\n"
            + suites.map(Self.text).joined() + "</testsuites>\n"
    }

    private static func text(_ suite: Suite) -> String {
        func count(_ element: String) -> Int { suite.cases.count { $0.outcome.element == element } }
        return "  <testsuite name=\(XML.attribute(suite.name)) tests=\"\(suite.cases.count)\""
            + " failures=\"\(count("failure"))\" errors=\"\(count("error"))\" skipped=\"\(count("skipped"))\""
            + "\(time(suite.seconds))>\n" + properties(suite.properties) + suite.cases.map(text).joined()
            + "  </testsuite>\n"
    }

    /// In the order of their names.
    private static func properties(_ values: [String: String]) -> String {
        if values.isEmpty { return "" }
        let elements = values.sorted { $0.key < $1.key }.map { name, value in
            "      <property name=\(XML.attribute(name)) value=\(XML.attribute(value))/>\n"
        }
        return "    <properties>\n" + elements.joined() + "    </properties>\n"
    }

    private static func text(_ one: Case) -> String {
        let start =
            "    <testcase classname=\(XML.attribute(one.group)) name=\(XML.attribute(one.name))\(time(one.seconds))"
        guard let element = one.outcome.element else { return start + "/>\n" }
        let details = one.outcome.details
        let end = details.isEmpty ? "/>" : ">\(XML.text(details))</\(element)>"
        return "\(start)>\n      <\(element)\(one.outcome.attributes)\(end)\n    </testcase>\n"
    }

    private static func time(_ seconds: Double?) -> String {
        seconds.map { " time=\"\(Decimals.rounded($0, places: 3))\"" } ?? ""
    }
}

extension JUnit.Outcome {
    /// Nil for a case that has nothing to say.
    fileprivate var element: String? {
        switch self {
        case .passed: nil
        case .output: "system-out"
        case .skipped: "skipped"
        case .failure: "failure"
        case .error: "error"
        }
    }

    fileprivate var attributes: String {
        switch self {
        case .passed, .output: ""
        case .skipped(let message, _): " message=\(XML.attribute(message))"
        case .failure(let message, let type, _), .error(let message, let type, _):
            " message=\(XML.attribute(message)) type=\(XML.attribute(type))"
        }
    }

    fileprivate var details: String {
        switch self {
        case .passed: ""
        case .output(let details), .skipped(_, let details), .failure(_, _, let details),
            .error(_, _, let details):
            details
        }
    }
}
