private import TextFormats

/// The matrix of rules and queues, and what stands behind its cells.
struct RulesSection {
    let parts: ConformanceParts

    var section: PageSection {
        PageSection(
            id: "\(parts.prefix)rules", title: "Rules",
            introduction: XML.text("\(parts.counts). Rules: version \(parts.file.rulesVersion).")
                + " A cell leads to its evidence, and to the command that judges it again. "
                + "<em>known</em>: broken for a reason that the expectations give. <em>n/a</em>: the queue doesn’t claim what the rule "
                + "needs. <em>differs</em>: where a queue may. <em>recorded</em>: the rule leaves it open.",
            body: """
                <div class="scroll long" tabindex="0" role="region" aria-label="Rules and queues">
                <table class="data matrix">
                \(parts.matrix)</table></div>
                \(folded("evidence", "Evidence: expected, observed, and how to judge again", parts.evidence))\
                \(folded("reasons", "Not applicable: what the queues don’t claim", parts.reasons))\
                \(folded("sentences", "All rules with their sentences", parts.rules))
                """)
    }

    private func folded(_ id: String, _ title: String, _ content: String) -> String {
        content.isEmpty
            ? ""
            : "<details id=\"\(parts.prefix)\(id)\"><summary>\(title)</summary>\n<div class=\"fold\">\(content)</div></details>\n"
    }
}
