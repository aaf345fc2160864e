private import TextFormats

/// A failure as one page of HTML, without scripts: what went wrong, how to run it again, and its steps in a column for each thread
/// or task. Steps that preempt another thread are marked, by a word and a colour.
struct FailurePage {
    let scenario: String
    let failure: ScheduleFailure

    /// Of a longer schedule the first and the last are shown, as many as this.
    static let stepsShown = 2_000

    var text: String {
        HTMLPage(
            title: scenario, style: Self.style,
            body: """
                <h1>\(XML.text(scenario))</h1>
                <p><strong>\(failure.kind.words)</strong></p>
                <pre>\(XML.text(failure.message))</pre>
                \(waits)<p>Found in schedule \(failure.schedule) with \(failure.preemptions) preemptions; shown here with
                \(failure.fewestPreemptions). The token <code>\(XML.text("\(failure.token)"))</code> runs it again.</p>
                \(legend)<div class="steps">
                <table>
                \(table)</table>
                </div>

                """
        ).text
    }

    private static let style =
        HTMLPage.tableStyle + """

            pre { white-space: pre-wrap; }
            code { overflow-wrap: anywhere; }
            .steps { overflow: auto; max-height: 85vh; }
            td.step { background: #2a6fbb2e; }
            tr.preemption td.step { background: #c0602866; font-weight: 600; }
            td.place { color: #888; }
            """

    private var waits: String {
        let items = failure.waits.map { "<li>\(XML.text($0))</li>\n" }
        return items.isEmpty ? "" : "<ul>\n\(items.joined())</ul>\n"
    }

    private var legend: String {
        let items = failure.interleaving.columns.compactMap(\.legend).map { "<li>\(XML.text($0))</li>\n" }
        return items.isEmpty ? "" : "<ul>\n\(items.joined())</ul>\n"
    }

    private var table: String {
        let interleaving = failure.interleaving
        let head = interleaving.columns.map { "<th scope=\"col\">\(XML.text($0.name))</th>" }.joined()
        let column = interleaving.columnOfThread
        let events = Array(zip(interleaving.numbers, interleaving.events))
        let isLong = events.count > 2 * Self.stepsShown
        let shown = isLong ? events.prefix(Self.stepsShown) + events.suffix(Self.stepsShown) : events[...]
        var rows = shown.map { number, event in row(number, event, in: column[event.thread]!) }
        if isLong {
            let width = interleaving.columns.count + 2
            rows.insert(
                "<tr><td colspan=\"\(width)\">\(events.count - shown.count + interleaving.omitted) more steps</td></tr>\n",
                at: Self.stepsShown)
        }
        return
            "<thead><tr><th scope=\"col\">step</th>\(head)<th scope=\"col\">place</th></tr></thead>\n<tbody>\n"
            + rows.joined() + "</tbody>\n"
    }

    private func row(_ number: Int, _ event: Interleaving.Event, in column: Int) -> String {
        let kind = event.isPreemption ? " class=\"preemption\"" : ""
        let step = XML.text(event.action + (event.isPreemption ? " (preempts)" : ""))
        let after = failure.interleaving.columns.count - column - 1
        return
            "<tr\(kind)><td>\(number)</td>\(Self.empty(column))<td class=\"step\">\(step)</td>\(Self.empty(after))"
            + "<td class=\"place\">\(XML.text(event.location))</td></tr>\n"
    }

    /// One cell for so many columns: a table of many would be as large as their product with the steps.
    private static func empty(_ columns: Int) -> String {
        columns == 0 ? "" : "<td colspan=\"\(columns)\"></td>"
    }
}

extension ScheduleFailure.Kind {
    /// The kind, as people say it.
    fileprivate var words: String {
        switch self {
        case .failed: "failed"
        case .crash: "crash"
        case .deadlock: "deadlock"
        case .stepLimit: "no end"
        case .dataRace: "data race"
        }
    }
}
