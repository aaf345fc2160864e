/// A number of bytes as people read it, in at most eight characters: `1.5 MB`.
struct ByteCount: CustomStringConvertible {
    private let count: UInt64

    init(_ count: UInt64) { self.count = count }

    var description: String {
        if count < 1_000 { return "\(count) B" }
        var value = Double(count)
        var unit = ""
        for next in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.5 {
            value /= 1_000
            unit = next
        }
        if value >= 99.95 { return "\(Int(value.rounded())) \(unit)" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}
