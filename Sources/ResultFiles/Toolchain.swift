/// What the program was built with.
public struct Toolchain: Hashable, Codable, Sendable {
    /// What the `swift` that was found says of itself; nil if there is none.
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
