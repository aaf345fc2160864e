/// Numbers as text, the same in every locale.
public enum Decimals {
    /// The fewest digits that identify the number; whole numbers have no decimal point.
    public static func shortest(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    /// Rounded for people to `places` decimal places; from 10¹² on, unrounded.
    public static func rounded(_ value: Double, places: Int) -> String {
        guard value.magnitude < 1e12 else { return "\(value)" }
        let scale = (0..<places).reduce(Int64(1)) { scale, _ in scale * 10 }
        let scaled = Int64((value.magnitude * Double(scale)).rounded())
        let sign = value < 0 && scaled != 0 ? "-" : ""
        if places == 0 { return sign + "\(scaled)" }
        let digits = "\(scaled % scale)"
        return sign + "\(scaled / scale)." + String(repeating: "0", count: places - digits.count) + digits
    }

    /// A whole number with commas between thousands: "4,508".
    public static func grouped(_ number: Int) -> String {
        let digits = Array("\(number.magnitude)")
        let groups = digits.indices.map { index in
            (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
        }
        return (number < 0 ? "-" : "") + groups.joined()
    }

    /// A ratio: two significant digits below 0.1, two decimal places up to 100, and none above.
    public static func ratio(_ value: Double) -> String {
        var places = 2
        var bound = 0.1
        while places < 6, value > 0, value < bound {
            places += 1
            bound /= 10
        }
        return rounded(value, places: value >= 100 ? 0 : places)
    }

    /// A fraction as a percentage: "9.1%" for 0.091.
    public static func percent(_ part: Double, isSigned: Bool = false) -> String {
        let value = part * 100
        guard value.magnitude < 1e12 else { return "\(value)%" }
        let text = rounded(value, places: value.magnitude < 100 ? 1 : 0)
        return (isSigned && value >= 0 ? "+" : "") + text + "%"
    }

    /// A relative increase with its interval: "+9.1% (+8.0% to +10.2%)".
    public static func growth(_ part: Double, _ bounds: (lower: Double, upper: Double)?) -> String {
        let point = percent(part, isSigned: true)
        guard let bounds else { return point }
        return
            "\(point) (\(percent(bounds.lower, isSigned: true)) to \(percent(bounds.upper, isSigned: true)))"
    }

    /// The number of decimal places that distinguishes numbers of this size.
    public static func places(for largest: Double) -> Int {
        switch largest {
        case 0, 0.1..<100: 2
        case 100..<1_000: 1
        case ..<0.001: 6
        case ..<0.1: 4
        default: 0
        }
    }
}
