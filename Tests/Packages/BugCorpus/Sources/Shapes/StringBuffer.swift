import Foundation

/// The string buffer of JDK 1.4. To append another one it asks for the other's length, and then for so many characters. Each takes
/// the other's lock, but not both together: the other may have become shorter.
///
/// By C. Flanagan and S. Qadeer, "A Type and Effect System for Atomicity", PLDI 2003.
final class StringBuffer: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var characters: [Character]

    init(_ text: String) { characters = Array(text) }

    var length: Int { lock.withLock { characters.count } }

    func erase() { lock.withLock { characters = [] } }

    /// Returns nil if there are not so many.
    func characters(upTo end: Int) -> [Character]? {
        lock.withLock { end <= characters.count ? Array(characters[..<end]) : nil }
    }

    /// Returns whether the other's characters were there.
    func append(_ other: StringBuffer, isFixed: Bool) -> Bool {
        lock.withLock {
            let appended: () -> [Character]? = { other.characters(upTo: other.length) }
            guard let added = isFixed ? other.lock.withLock(appended) : appended() else { return false }
            characters += added
            return true
        }
    }
}

extension Shape {
    static let stringBuffer = Shape(
        name: "CB.stringbuffer-jdk1.4", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let buffer = StringBuffer("a")
        let other = StringBuffer("abc")
        await runThreads([
            { expect(buffer.append(other, isFixed: isFixed), "the index is out of range") },
            { other.erase() },
        ])
    }
}
