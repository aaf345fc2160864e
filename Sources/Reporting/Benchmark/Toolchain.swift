/// The compiler: its version at the time of the run, and the configuration of the program.
public struct Toolchain: Hashable, Codable, Sendable {
    /// The version of the `swift` on the search path at the time of the run; nil if there is none. A program
    /// doesn't know what built it, but `scripts/run` builds with this one and runs right after.
    public let swift: String?
    /// "release" or "debug": only the times of release builds mean anything.
    public let configuration: String

    /// - Parameters:
    ///   - swift: The version of the `swift` on the search path.
    ///   - isDebugBuild: Whether the measuring program is a debug build; nil if it is this one.
    public init(swift: String?, isDebugBuild: Bool? = nil) {
        self.swift = swift
        #if DEBUG
        let isThisDebug = true
        #else
        let isThisDebug = false
        #endif
        configuration = isDebugBuild ?? isThisDebug ? "debug" : "release"
    }
}
