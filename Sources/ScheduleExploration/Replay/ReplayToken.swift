/// Names one schedule of one scenario, so that it can be run again: in this process or in another.
///
/// In text, `v1:SCENARIO:PATH`: a hash of the scenario's name, and where the schedule deviates from the plainest one, as
/// `CHOICE>THREAD`, separated by commas; or `-` where it does nowhere.
public struct ReplayToken: Codable, Hashable, Sendable, LosslessStringConvertible {
    static let version = "v1"

    let scenario: UInt64
    let deviations: [Deviations.Deviation]

    init(scenario: String, _ deviations: [Deviations.Deviation]) {
        self.scenario = Self.hash(scenario)
        self.deviations = deviations
    }

    /// Reads a token. Nil if the text is none, or is one of another version.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Self.version, let scenario = UInt64(parts[1], radix: 16) else {
            return nil
        }
        var deviations: [Deviations.Deviation] = []
        if parts[2] != "-" {
            for part in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
                let numbers = part.split(separator: ">", omittingEmptySubsequences: false).map { Int($0) }
                guard numbers.count == 2, let choice = numbers[0], let thread = numbers[1], choice >= 0,
                    thread >= 0,
                    deviations.last.map({ $0.choice < choice }) ?? true
                else { return nil }
                deviations.append(.init(choice: choice, thread: thread))
            }
        }
        self.scenario = scenario
        self.deviations = deviations
    }

    public var description: String {
        let path = deviations.map { "\($0.choice)>\($0.thread)" }.joined(separator: ",")
        return "\(Self.version):\(String(scenario, radix: 16)):\(path.isEmpty ? "-" : path)"
    }

    /// Whether it was made for the scenario of this name.
    public func isFor(_ scenario: String) -> Bool { self.scenario == Self.hash(scenario) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let token = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no replay token")
        }
        self = token
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// FNV-1a.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
