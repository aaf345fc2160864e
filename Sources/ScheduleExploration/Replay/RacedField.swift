internal import CPlatform

/// The variable that two accesses meet in, by the name that the program gives it.
struct RacedField {
    /// Such as `Cache.entries`; what is captured or boxed has no name.
    let name: String

    /// Nil if nothing is known of it.
    init?(_ race: oplab_race) {
        guard let type = race.type else { return nil }
        // The first word of metadata is its kind.
        switch type.load(as: UInt.self) {
        case 0: name = Self.name(in: unsafeBitCast(type, to: Any.Type.self), at: Int(race.offset))
        case 0x400, 0x500: name = "a captured or boxed value"
        default: return nil
        }
    }

    private static func name(in type: Any.Type, at offset: Int) -> String {
        (["\(type)"] + path(in: type, at: offset)).joined(separator: ".")
    }

    /// The field at an offset, and if that is a structure the field of it, and so on.
    private static func path(in type: Any.Type, at offset: Int) -> [String] {
        // What is in a string or an array is no name of the program's.
        if String(reflecting: type).hasPrefix("Swift.") { return [] }
        for index in 0..<fieldCount(type) {
            let rest = offset - fieldOffset(type, index: index)
            var field = FieldDescription()
            let fieldType = fieldType(type, index: index, &field)
            defer { field.freeName?(field.name) }
            func size<Field>(_: Field.Type) -> Int { MemoryLayout<Field>.size }
            guard rest >= 0, rest < _openExistential(fieldType, do: size),
                let name = field.name.map({ String(cString: $0) }), !name.isEmpty
            else { continue }
            let metadata = unsafeBitCast(fieldType, to: UnsafeRawPointer.self)
            let isStructure = metadata.load(as: UInt.self) == 0x200
            // Where a structure begins, it may be meant as a whole.
            return [name.replacing("$__lazy_storage_$_", with: "")]
                + (isStructure && rest > 0 ? path(in: fieldType, at: rest) : [])
        }
        return []
    }
}

/// What the runtime tells of a field (`_FieldReflectionMetadata` of the standard library).
private struct FieldDescription {
    var name: UnsafePointer<CChar>?
    var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(_ type: Any.Type, index: Int, _ field: UnsafeMutablePointer<FieldDescription>)
    -> Any.Type
