/// What there is to say of the compiler: which one is at hand when the program runs, and how it built it.
public struct Toolchain: Hashable, Codable, Sendable {
    /// What the `swift` on the search path says of itself, at the time of the run; nil if there is none. A
    /// program doesn't know what built it: `scripts/run` builds with this one and runs right after.
    public let swift: String?
    /// "release" or "debug": only release builds say anything about a queue's cost.
    public let configuration: String

    public init(swift: String?) {
        self.swift = swift
        #if DEBUG
        configuration = "debug"
        #else
        configuration = "release"
        #endif
    }
}
