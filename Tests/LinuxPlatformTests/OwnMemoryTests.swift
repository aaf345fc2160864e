import LinuxPlatform
import Testing

struct OwnMemoryTests {
    @Test func wordIsRead() throws {
        let memory = try #require(OwnMemory())
        let word = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
        defer { word.deallocate() }
        word.initialize(to: 0x1234)
        #expect(memory.word(at: UInt(bitPattern: word)) == 0x1234)
    }

    @Test(arguments: [0, 16, UInt.max - 7]) func addressWithoutMemoryHasNone(_ address: UInt) throws {
        #expect(try #require(OwnMemory()).word(at: address) == nil)
    }
}
