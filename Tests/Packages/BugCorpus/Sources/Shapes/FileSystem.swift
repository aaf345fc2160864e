import Foundation

/// Files and blocks, as in a file system. Each file without a block takes the first free one after its own place.
///
/// By C. Flanagan and P. Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software", POPL 2005.
final class BlockTable: @unchecked Sendable {
    private let fileLocks: [NSLock]
    private let blockLocks: [NSLock]
    private let blockOfFile: [Word]
    private let isBusy: [Word]

    init(files: Int, blocks: Int) {
        fileLocks = (0..<files).map { _ in NSLock() }
        blockLocks = (0..<blocks).map { _ in NSLock() }
        blockOfFile = (0..<files).map { _ in Word() }
        isBusy = (0..<blocks).map { _ in Word() }
    }

    /// Returns whether the file has a block then.
    func allocate(_ file: Int) -> Bool {
        fileLocks[file].withLock {
            guard blockOfFile[file].value == 0 else { return true }
            guard let block = takeBlock(from: file * 2 % isBusy.count) else { return false }
            blockOfFile[file].value = block + 1
            return true
        }
    }

    private func takeBlock(from first: Int) -> Int? {
        for offset in isBusy.indices {
            let block = (first + offset) % isBusy.count
            let isTaken = blockLocks[block].withLock {
                defer { isBusy[block].value = 1 }
                return isBusy[block].value == 0
            }
            if isTaken { return block }
        }
        return nil
    }
}

extension Shape {
    /// There are 27 files and 26 blocks, and a thread for each file: some thread finds no block, in every schedule.
    static let fileSystem = Shape(name: "CS.fsbench_bad", symptom: .failed) { _, expect in
        let table = BlockTable(files: 27, blocks: 26)
        await runThreads((0..<27).map { file in { expect(table.allocate(file), "no block is free") } })
    }
}
