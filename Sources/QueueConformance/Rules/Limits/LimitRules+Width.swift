import Operations

/// A width that can't be set.
extension LimitRules {
    static let widthRule = Rule(
        "6.15",
        "A queue whose width is fixed runs as many operations at a time as its subject says, and never more.",
        level: .claimed, sources: [.own], needs: [.fixedWidth], isolation: .ownProcess
    ) { try await width($0, $1) }

    private static func width<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let widths = (subject as? any FixedWidthSubject).map { [$0.fixedWidth] } ?? [1, 2, 4]
        for width in widths {
            try probe.expect(
                width > 0, "the subject to say that its queue runs one operation at a time, or several",
                observed: "it says that the width is \(width)")
            try await RuleScenario.run(subject, probe, part: "width \(width)") { scenario in
                let queue = try scenario.queue(width: width)
                let operations = (0..<2 * width + 1).map { scenario.held("\($0 + 1)") }
                scenario.add(operations, to: queue)
                for ended in operations.indices {
                    let wanted = min(width, operations.count - ended)
                    func executing() -> Int { operations.count(where: \.isInBody) }
                    try probe.expect(
                        try await probe.holdsWhenQuiescent { executing() == wanted },
                        "\(wanted) of \(operations.count) operations to execute at once, \(ended) having ended before: the subject "
                            + "says that the width of its queue is \(width)", observed: "\(executing()) did")
                    operations.first(where: \.isInBody)?.release()
                }
            }
        }
    }
}
