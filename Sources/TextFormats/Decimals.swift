/// Numbers as text, the same in every locale.
public enum Decimals {
    /// With as few digits as tell the number from every other one; whole numbers without a point.
    public static func shortest(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    /// Rounded for people: with `places` digits after the point, unless it is so large that this makes no sense.
    public static func rounded(_ value: Double, places: Int) -> String {
        guard value.magnitude < 1e12 else { return "\(value)" }
        let scale = (0..<places).reduce(Int64(1)) { scale, _ in scale * 10 }
        let scaled = Int64((value.magnitude * Double(scale)).rounded())
        let sign = value < 0 && scaled != 0 ? "-" : ""
        if places == 0 { return sign + "\(scaled)" }
        let digits = "\(scaled % scale)"
        return sign + "\(scaled / scale)." + String(repeating: "0", count: places - digits.count) + digits
    }

    /// A whole number with a comma before each three digits, as in "4,508".
    public static func grouped(_ number: Int) -> String {
        let digits = Array("\(number.magnitude)")
        let groups = digits.indices.map { index in
            (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
        }
        return (number < 0 ? "-" : "") + groups.joined()
    }

    /// With two significant digits below 0.1, two places above, and none from 100 on: for ratios.
    public static func ratio(_ value: Double) -> String {
        var places = 2
        var bound = 0.1
        while places < 6, value > 0, value < bound {
            places += 1
            bound /= 10
        }
        return rounded(value, places: value >= 100 ? 0 : places)
    }

    /// Of a part, as in "9.1%" for 0.091.
    public static func percent(_ part: Double, isSigned: Bool = false) -> String {
        let value = part * 100
        guard value.magnitude < 1e12 else { return "\(value)%" }
        let text = rounded(value, places: value.magnitude < 100 ? 1 : 0)
        return (isSigned && value >= 0 ? "+" : "") + text + "%"
    }

    /// A part by which something is more, and where it lies, as in "+9.1% (+8.0% to +10.2%)".
    public static func growth(_ part: Double, _ bounds: (lower: Double, upper: Double)?) -> String {
        let point = percent(part, isSigned: true)
        guard let bounds else { return point }
        return
            "\(point) (\(percent(bounds.lower, isSigned: true)) to \(percent(bounds.upper, isSigned: true)))"
    }

    /// How many digits behind the point tell numbers of this size apart.
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
