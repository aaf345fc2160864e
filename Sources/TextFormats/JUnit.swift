/// A report as JUnit XML, which CI systems read.
public struct JUnit {
    /// The outcome of a case.
    public struct Outcome: Sendable {
        /// Nil for a case that passed without output.
        fileprivate var element: String?
        fileprivate var attributes = ""
        fileprivate var details = ""

        public static let passed = Outcome()

        /// The case passed, with output.
        public static func output(_ text: String) -> Outcome { Outcome(element: "system-out", details: text) }

        public static func skipped(message: String, details: String = "") -> Outcome {
            Outcome(
                element: "skipped", attributes: " message=\(XML.attribute(message))", details: details)
        }

        public static func failure(message: String, type: String, details: String) -> Outcome {
            problem("failure", message, type, details)
        }

        public static func error(message: String, type: String, details: String) -> Outcome {
            problem("error", message, type, details)
        }

        private static func problem(
            _ element: String, _ message: String, _ type: String, _ details: String
        ) -> Outcome {
            Outcome(
                element: element,
                attributes: " message=\(XML.attribute(message)) type=\(XML.attribute(type))",
                details: details)
        }
    }

    public struct Case {
        let group: String
        let name: String
        let seconds: Double?
        let outcome: Outcome

        /// Creates a case; `group` becomes the name of its class.
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

    /// Sorted by name.
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
