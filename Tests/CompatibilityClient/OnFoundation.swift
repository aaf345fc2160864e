import Testing

/// Checks what a rule demands; what is known to break it on Foundation's types is expected to break it there.
func onFoundation(_ rule: String, _ deviation: String, check: () -> Void) {
    #if DROP_IN || ALIASED
    check()
    #else
    withKnownIssue("rule \(rule): Foundation \(deviation)") { check() }
    #endif
}
