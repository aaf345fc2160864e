/// What the first bytes of an image say: its format and its size. An image of some kilobytes can have billions of pixels, which
/// decoding it would make room for.
struct ImageHeader: Hashable, Sendable {
    enum Format: String, Sendable {
        case png, jpeg, gif
    }

    let format: Format
    let width: Int
    let height: Int

    var pixelCount: Int { width * height }

    /// Nil if it is none of these formats, or the size isn't there.
    init?(_ bytes: [UInt8]) {
        func number(_ place: Int, _ count: Int, isLittle: Bool = false) -> Int? {
            guard place + count <= bytes.count else { return nil }
            let digits = bytes[place..<place + count]
            return (isLittle ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
        }
        let size: (width: Int?, height: Int?)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
            size = (number(16, 4), number(20, 4))
        } else if bytes.starts(with: "GIF8".utf8) {
            format = .gif
            size = (number(6, 2, isLittle: true), number(8, 2, isLittle: true))
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            format = .jpeg
            // Segments, each with its length behind its mark, until the one that begins a frame.
            var place = 2
            while let mark = number(place, 2), let length = number(place + 2, 2), !Self.beginsFrame(mark) {
                guard mark >> 8 == 0xFF, length >= 2 else { return nil }
                place += 2 + length
            }
            size = (number(place + 7, 2), number(place + 5, 2))
        } else {
            return nil
        }
        guard let width = size.width, let height = size.height, width > 0, height > 0 else { return nil }
        (self.width, self.height) = (width, height)
    }

    private static func beginsFrame(_ mark: Int) -> Bool {
        (0xFFC0...0xFFCF).contains(mark) && ![0xFFC4, 0xFFC8, 0xFFCC].contains(mark)
    }
}
