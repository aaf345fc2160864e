/// Numbers as text, the same in every locale.
public enum Decimals {
    /// With three digits after the point.
    public static func text(_ value: Double) -> String {
        let thousandths = Int64((value * 1000).rounded())
        let digits = String(thousandths.magnitude % 1000)
        let sign = thousandths < 0 ? "-" : ""
        return sign + "\(thousandths.magnitude / 1000)." + String(repeating: "0", count: 3 - digits.count)
            + digits
    }
}

extension Decimals {
    /// With as few digits as tell the number from every other one; whole numbers without a point.
    public static func shortest(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    /// Rounded for people: with `places` digits after the point.
    public static func rounded(_ value: Double, places: Int) -> String {
        let scale = (0..<places).reduce(Int64(1)) { scale, _ in scale * 10 }
        let scaled = Int64((value.magnitude * Double(scale)).rounded())
        let sign = value < 0 && scaled != 0 ? "-" : ""
        if places == 0 { return sign + "\(scaled)" }
        let digits = "\(scaled % scale)"
        return sign + "\(scaled / scale)." + String(repeating: "0", count: places - digits.count) + digits
    }
}
