import Operations

/// Priorities made of any number: 5.5.
extension OrderRules {
    static let roundingRule = Rule(
        "5.5",
        """
        `QueuePriority(rounding:)` takes a raw value between the named ones toward normal, and one beyond \
        them to the nearest.
        """, level: .claimed, sources: [.tests], testedCode: .operation, needs: [.rounding]
    ) { try rounding($0, $1) }

    private static func rounding<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) throws {
        let expected: [(numbers: ClosedRange<Int>, priority: QueuePriority)] = [
            (.min ... -8, .veryLow), (-7 ... -4, .low), (-3...3, .normal), (4...7, .high),
            (8 ... .max, .veryHigh),
        ]
        for number in [.min, .min + 1, -1_000] + Array(-20...20) + [1_000, .max - 1, .max] {
            guard let priority = expected.first(where: { $0.numbers.contains(number) })?.priority else {
                fatalError("\(number) is in no range.")
            }
            let rounded = try subject.priority(rounding: number).rawValue
            try probe.expect(
                rounded == priority.rawValue,
                "\(number) to be taken to the priority \(priority), \(priority.rawValue)",
                observed: "it was taken to \(rounded)")
        }
    }
}
