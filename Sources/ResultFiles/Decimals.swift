/// Numbers as text, the same in every locale.
enum Decimals {
    /// With three digits after the point.
    static func text(_ value: Double) -> String {
        let thousandths = Int64((value * 1000).rounded())
        let digits = String(thousandths.magnitude % 1000)
        let sign = thousandths < 0 ? "-" : ""
        return sign + "\(thousandths.magnitude / 1000)." + String(repeating: "0", count: 3 - digits.count)
            + digits
    }
}
