/// What was given back to the allocator, as a program that goes on would use it.
enum FreedMemory {
    /// Overwrites what the calling thread has freed last, of the sizes that objects have.
    ///
    /// Who keeps a reference that it doesn't count finds an object there that looks whole, for as long as nobody else
    /// needs the memory; how long that is depends on the allocator. So a check that lets go of an object calls this.
    static func overwrite() {
        for size in stride(from: 16, through: 1_024, by: 16) {
            let blocks = (0..<64).map { _ in
                let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
                block.initializeMemory(as: UInt8.self, repeating: 0xee, count: size)
                return block
            }
            for block in blocks { block.deallocate() }
        }
    }
}
