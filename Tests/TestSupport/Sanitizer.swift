private import LinuxPlatform

/// What a sanitizer changes, which wants no library before its own, and so keeps the interposer out.
package enum Sanitizer {
    /// Whether these tests are built with AddressSanitizer or ThreadSanitizer.
    package static let isUsed = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// The explored rules that can't be decided here: they wait for a time, which only an interposed runtime shares with the
    /// schedule.
    package static let undecidedRules: Set<String> = isUsed ? ["4.8", "6.10", "9.9"] : []
}
