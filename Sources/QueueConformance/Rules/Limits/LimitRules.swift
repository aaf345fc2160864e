import Operations

/// Family 6: how many operations execute at once.
enum LimitRules {
    static let all: [Rule] = [
        Rule(
            "6.1",
            "Never more than `maxConcurrentOperationCount` operations execute (counted inside bodies).",
            sources: [.documentation, .articles], needs: [.concurrencyLimit], isolation: .ownProcess
        ) { try await neverMore($0, $1) },
        Rule(
            "6.2",
            "The default is −1: the queue decides, at least the number of processors for operations that compute.",
            sources: [.documentation], needs: [.concurrencyLimit], isolation: .ownProcess
        ) { try await byDefault($0, $1) },
        Rule(
            "6.3", "Raising the limit starts waiting operations without any other event.",
            sources: [.tests], needs: [.concurrencyLimit], isolation: .ownProcess
        ) { try await raising($0, $1) },
        Rule(
            "6.4", "Lowering the limit spares what executes; the new limit holds from the next start.",
            sources: [.documentation], needs: [.concurrencyLimit, .lifeCycle], isolation: .ownProcess
        ) { try await lowering($0, $1) },
        Rule(
            "6.5", "A limit of 0 starts nothing until raised.",
            sources: [.tests], needs: [.concurrencyLimit], isolation: .ownProcess
        ) { try await zero($0, $1) },
        Rule(
            "6.6", "Any other negative limit stops with an error.",
            sources: [.tests], needs: [.concurrencyLimit, .misuseDetection], isolation: .trap,
            cases: negativeLimits.keys.sorted()
        ) { try await negative($0, $1) },
        Rule(
            "6.7", "A limit of n ≥ 2 really overlaps: 2 synchronous bodies meet; 8 async ones do.",
            sources: [.tests], needs: [.concurrencyLimit], isolation: .ownProcess
        ) { try await overlap($0, $1) },
        Rule(
            "6.8",
            "A limit of 1 makes the queue serial: no two overlap, and each sees the effects of the one before (the "
                + "latter under ThreadSanitizer).",
            sources: [.articles], needs: [.concurrencyLimit], isolation: .ownProcess, cases: ["", "effects"],
            sanitizer: .part
        ) { try await $1.caseName.isEmpty ? serial($0, $1) : effectsAreVisible($0, $1) },
        Rule(
            "6.9",
            "With no further event, a ready operation starts while a slot is free, no barrier standing between.",
            sources: [.own], needs: [.concurrencyLimit], isolation: .ownProcess
        ) { try await noIdleSlot($0, $1) },
        Rule(
            "6.10",
            """
            Operations that wait for others of the same queue, 8 deep, do not starve a queue whose limit is −1 (async \
            API: by `await`).
            """, level: .claimed, sources: [.own], needs: [.lifeCycle, .concurrencyLimit, .nestedWaiting],
            isolation: .ownProcess
        ) { try await nested($0, $1) },
    ]
}
