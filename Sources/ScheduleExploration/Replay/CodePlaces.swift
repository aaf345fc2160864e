private import CScheduleControl
internal import ConcurrencyPrimitives
private import LinuxPlatform

/// Files and lines of sites in a program, as text.
///
/// Addresses are looked up by `llvm-symbolizer`, which comes with the toolchain, in one run for each object (``Symbolizer``). Without
/// it, the name of the function stands in their place.
struct CodePlaces {
    private struct Place {
        let text: String
        /// Whether it is a line of the program, not of the explorer's or the toolchain's.
        let isLine: Bool
        /// The function there; empty if it isn't the program's.
        var function = ""
    }

    private var places: [UInt64: Place] = [:]
    /// The folders whose code is no place: those of the explorer's own.
    private let hidden: [String]

    init(_ sites: [CodeSite]) {
        self.init(sites.compactMap { if case .stack(let stack) = $0 { stack } else { nil } })
    }

    /// - Parameter showsPrimitives: Whether code of the primitives is a place, too.
    init(_ stacks: [CallStack], showsPrimitives: Bool = false) {
        hidden =
            ["ScheduleExploration", "CPlatform", "CSchedule", "CThreadCount"]
            + (showsPrimitives ? [] : ["ConcurrencyPrimitives"])
        lookUp(stacks, in: Self.isProgram)
        // Who runs on a thread of a library, such as Foundation's queue, is in none of the program's lines.
        lookUp(stacks.filter { text($0).isEmpty }, in: Self.isNamed)
    }

    /// Looks up the addresses that lie in some objects.
    private mutating func lookUp(_ stacks: [CallStack], in isMeant: (_ file: Substring) -> Bool) {
        let symbols = Set(stacks.flatMap(\.addresses)).sorted().map { ($0, Symbol($0)) }
        for (file, group) in Dictionary(grouping: symbols, by: \.1.file)
        where !file.isEmpty && isMeant(file.split(separator: "/").last ?? "") {
            for ((address, symbol), place) in zip(group, places(in: file, at: group.map(\.1.offset))) {
                places[address] = place ?? symbol.place
            }
        }
    }

    func text(_ site: CodeSite) -> String {
        switch site {
        case .source(let site): "\(site)"
        case .stack(let stack): text(stack)
        }
    }

    /// The innermost line of the program; if none is known, the innermost function.
    func text(_ stack: CallStack) -> String {
        let known = stack.addresses.compactMap { places[$0] }
        return (known.first(where: \.isLine) ?? known.first { !$0.text.isEmpty })?.text ?? ""
    }

    /// The innermost function, whose ever it is, where no place is known.
    func textOrFunction(_ stack: CallStack) -> String {
        let text = text(stack)
        return text.isEmpty ? innermostFunction(stack) : text
    }

    /// The innermost function, whose ever it is, as the dynamic linker knows it; empty if the stack is.
    func innermostFunction(_ stack: CallStack) -> String {
        stack.addresses.first.map { Symbol($0).place.text } ?? ""
    }

    /// The calls in lines of the program, from the innermost, each with its function.
    func calls(_ stack: CallStack) -> [String] {
        stack.addresses.compactMap { places[$0] }.filter(\.isLine).map { "\($0.text) \($0.function)" }
    }

    /// The outermost function of the program; empty if none is known.
    func function(_ site: CodeSite) -> String {
        guard case .stack(let stack) = site else { return "" }
        return stack.addresses.lazy.compactMap { places[$0]?.function }.last { !$0.isEmpty } ?? ""
    }

    /// Nobody looks for a line in the libraries of the toolchain and of the system.
    private static func isProgram(_ file: Substring) -> Bool {
        !isNamed(file)
            && !["libswift", "libdispatch", "libc.", "libSchedule", "libTesting"].contains(
                where: file.hasPrefix)
    }

    /// The names of their functions say more than nothing.
    private static func isNamed(_ file: Substring) -> Bool {
        ["libFoundation", "lib_Foundation"].contains(where: file.hasPrefix)
    }

    /// The place of each address in an object; nil where nothing is known.
    private func places(in file: String, at offsets: [UInt64]) -> [Place?] {
        let unknown = [Place?](repeating: nil, count: offsets.count)
        guard var known = Symbolizer.codes(in: file, at: offsets) else { return unknown }
        // A step that has no line of its own, as the begin of an access, has the first one behind it in its function and file, or else the
        // nearest before it. Of so many only, because a command has an end.
        let bare = known.indices.filter { known[$0].line.hasSuffix(".swift:0") }.prefix(50)
        let near = bare.flatMap { index in Self.distances.map { offsets[index] &+ UInt64(bitPattern: $0) } }
        if !bare.isEmpty, let steps = Symbolizer.codes(in: file, at: near) {
            for (number, index) in bare.enumerated() {
                let file = known[index].line.dropLast()
                known[index] =
                    steps[number * Self.distances.count..<(number + 1) * Self.distances.count]
                    .first {
                        $0.function == known[index].function && $0.line.hasPrefix(file)
                            && !$0.line.hasSuffix(":0")
                    } ?? known[index]
            }
        }
        let places = known.map { place(function: $0.function, line: $0.line) }
        // Where there are lines, what has none was made by the compiler: its name says nothing.
        guard places.contains(where: { $0?.isLine == true }) else { return places }
        return places.map { $0?.isLine == true ? $0 : Place(text: "", isLine: false) }
    }

    /// How far a line is looked for, in bytes of code.
    private static let distances = Array(Int64(1)...96) + (1...96).map { -$0 }

    /// Of what the compiler has made there is no line. The explorer's own code is no place.
    private func place(function: String, line: String) -> Place? {
        // Nor is what a sanitizer puts in the place of a function.
        if hidden.contains(where: { line.contains("/Sources/\($0)") }) || line.contains("/compiler-rt/") {
            return Place(text: "", isLine: false)
        }
        if !line.hasPrefix("?"), !line.hasSuffix(":0"), !line.hasSuffix(":?"), !line.contains("<") {
            return Place(
                text: line.split(separator: "/").suffix(2).joined(separator: "/"), isLine: true,
                function: Self.shortened(demangled(function)))
        }
        if function.hasPrefix("?") { return nil }
        // Such as `<compiler-generated>:0`; of a function without lines it says `??:0`.
        if !line.hasPrefix("?") { return Place(text: "", isLine: false) }
        // What the compiler has made for the explorer, and the beginnings of its threads.
        if function.contains("19ScheduleExploration") || function.hasPrefix("$s21ConcurrencyPrimitives") {
            return Place(text: "", isLine: false)
        }
        return Place(text: Self.shortened(demangled(function)), isLine: false)
    }

    private static func shortened(_ name: String) -> String {
        // What comes behind an `await` is a function of its own, and what the compiler has made of one for a caller.
        // Of what is private to a file, its name says which file that is.
        var name = name.replacing(/\(([^ ()]+) in _[0-9A-F]+\)/) { $0.output.1 }
        for part in [" resume partial function for ", "> of ", "merged "] {
            if let rest = name.ranges(of: part).first.map({ name[$0.upperBound...] }) { name = String(rest) }
        }
        return name.count <= 60 ? name : name.prefix(59) + "…"
    }

    /// What the dynamic linker knows of an address behind a call.
    private struct Symbol {
        /// The path of the object; empty if there is none.
        var file = ""
        /// The address of the call within the object.
        var offset: UInt64 = 0
        private var name = ""

        init(_ address: UInt64) {
            var symbol = oplab_symbol()
            // The call lies before the address to which it returns.
            guard oplab_find_symbol(address &- 1, &symbol) else { return }
            file = symbol.file.map { String(cString: $0) } ?? ""
            offset = address &- 1 &- symbol.base
            name = symbol.name.map { demangled(String(cString: $0)) } ?? ""
        }

        var place: Place {
            let object = "\(file.split(separator: "/").last ?? "")+0x\(String(offset, radix: 16))"
            return Place(text: name.isEmpty ? object : name, isLine: false)
        }
    }
}

@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

private func demangled(_ name: String) -> String {
    guard let text = swiftDemangle(name, UInt(name.utf8.count), nil, nil, 0) else { return name }
    defer { free(text) }
    return String(cString: text)
}
