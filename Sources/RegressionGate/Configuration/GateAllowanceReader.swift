internal import TextFormats

/// Reads one allowed regression from gate.json. It must have a reason and an expiry date, because a permanent
/// allowance would be forgotten.
enum GateAllowanceReader {
    static func allowance(_ value: ConfigurationValue) throws(FileError) -> GateAllowance {
        let values = try value.members(["queue", "tier", "subject", "reason", "expires"])
        guard let reason = values["reason"] else {
            throw value.error("'reason' is missing: why is this regression allowed?")
        }
        guard let expires = values["expires"] else {
            throw value.error("'expires' is missing: the last day on which it is allowed, as in 2026-12-31")
        }
        return GateAllowance(
            queue: try values["queue"]?.string(), tier: try values["tier"].map(GateFile.tier),
            item: try values["subject"]?.string(), reason: try reason.string(),
            expires: try day(expires))
    }

    /// A calendar day in a notation whose text sorts as the days do.
    private static func day(_ value: ConfigurationValue) throws(FileError) -> String {
        let text = try value.string()
        guard isDay(text) else {
            throw value.error("'\(text)' is no calendar day, as in 2026-12-31")
        }
        return text
    }

    static func isDay(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int(Substring(part)) : nil
        }
        guard parts.map(\.count) == [4, 2, 2], numbers.count == 3 else { return false }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }
}
