extension MutantSupport {
    /// For the module of the primitives.
    static let primitives = """
        private import CPlatform
        public import Synchronization

        @usableFromInline @inline(never)
        func mutantTakes(_ address: UnsafeRawPointer, _ kind: Int32) { oplab_mutant_takes(address, kind) }

        @usableFromInline @inline(never)
        func mutantLeaves() { oplab_mutant_leaves() }

        /// Releases the lock that the calling thread has taken last, and takes it again.
        public func mutantReleaseLock() {
            var kind: Int32 = 0
            guard let address = oplab_mutant_lock(&kind) else { return }
            let resource = ResourceID(address)
            let controller = isExploring() ? Exploration.controlling : nil
            if kind == 1 {
                let word = UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(
                    to: Synchronization.Atomic<UInt32>.self)
                let site = SourceSite(#fileID, #line)
                if controller != nil {
                    ContendedMutexLayout.unlockUnderExploration(word, site)
                    ContendedMutexLayout.lockUnderExploration(word, site)
                } else {
                    let before = word.pointee.exchange(ContendedMutexLayout.free, ordering: .releasing)
                    if before == ContendedMutexLayout.awaited { ContendedMutexLayout.wakeOne(word) }
                    oplab_mutant_yield()
                    if !ContendedMutexLayout.tryLock(word) { ContendedMutexLayout.lockSlowly(word) }
                }
                return
            }
            // The handle of a mutex comes first, whatever value it guards.
            let mutex = address.assumingMemoryBound(to: Synchronization.Mutex<Void>.self)
            mutex.pointee._unsafeUnlock()
            if let controller {
                let site = SourceSite(#fileID, #line)
                controller.unblock(resource)
                controller.reach(.unlock(resource), at: site)
                controller.reach(.lock(resource), at: site)
                while !mutex.pointee._unsafeTryLock() { controller.block(on: resource) }
            } else {
                oplab_mutant_yield()
                mutex.pointee._unsafeLock()
            }
        }

        extension Atomic where Value: Equatable {
            public borrowing func mutantSplitCompareExchange(
                expected: Value, desired: Value, fileID: StaticString = #fileID, line: UInt = #line
            ) -> (exchanged: Bool, original: Value) {
                let original = load(fileID: fileID, line: line)
                guard original == expected else { return (false, original) }
                oplab_mutant_yield()
                store(desired, fileID: fileID, line: line)
                return (true, original)
            }

            public borrowing func mutantSplitExchange(
                _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
            ) -> Value {
                let original = load(fileID: fileID, line: line)
                oplab_mutant_yield()
                store(value, fileID: fileID, line: line)
                return original
            }
        }

        extension Atomic where Value: FixedWidthInteger {
            public borrowing func mutantSplitFormUnion(
                _ bits: Value, fileID: StaticString = #fileID, line: UInt = #line
            ) -> Value {
                let original = load(fileID: fileID, line: line)
                oplab_mutant_yield()
                store(original | bits, fileID: fileID, line: line)
                return original
            }

            @discardableResult
            public borrowing func mutantSplitAdding(
                _ amount: Value, fileID: StaticString = #fileID, line: UInt = #line
            ) -> Value {
                let sum = load(fileID: fileID, line: line) &+ amount
                oplab_mutant_yield()
                store(sum, fileID: fileID, line: line)
                return sum
            }

            public borrowing func mutantSplitSubtracting(
                _ amount: Value, fileID: StaticString = #fileID, line: UInt = #line
            ) -> Value {
                let difference = load(fileID: fileID, line: line) &- amount
                oplab_mutant_yield()
                store(difference, fileID: fileID, line: line)
                return difference
            }
        }

        """

    /// The same for the words of the standard library that the primitives use; `WORD` stands for the type.
    private static let words = """
        extension Synchronization.Atomic where Value == WORD {
            public borrowing func mutantSplitExchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
                let original = load(ordering: .sequentiallyConsistent)
                oplab_mutant_yield()
                store(value, ordering: .sequentiallyConsistent)
                return original
            }

            public borrowing func mutantSplitCompareExchange(
                expected: Value, desired: Value, ordering: AtomicUpdateOrdering
            ) -> (exchanged: Bool, original: Value) {
                let original = load(ordering: .sequentiallyConsistent)
                guard original == expected else { return (false, original) }
                oplab_mutant_yield()
                store(desired, ordering: .sequentiallyConsistent)
                return (true, original)
            }

            public borrowing func mutantSplitCompareExchange(
                expected: Value, desired: Value, successOrdering: AtomicUpdateOrdering,
                failureOrdering: AtomicLoadOrdering
            ) -> (exchanged: Bool, original: Value) {
                mutantSplitCompareExchange(expected: expected, desired: desired, ordering: successOrdering)
            }

            public borrowing func mutantSplitWrappingAdd(
                _ amount: Value, ordering: AtomicUpdateOrdering
            ) -> (oldValue: Value, newValue: Value) {
                let original = load(ordering: .sequentiallyConsistent)
                oplab_mutant_yield()
                store(original &+ amount, ordering: .sequentiallyConsistent)
                return (original, original &+ amount)
            }

            public borrowing func mutantSplitWrappingSubtract(
                _ amount: Value, ordering: AtomicUpdateOrdering
            ) -> (oldValue: Value, newValue: Value) {
                let original = load(ordering: .sequentiallyConsistent)
                oplab_mutant_yield()
                store(original &- amount, ordering: .sequentiallyConsistent)
                return (original, original &- amount)
            }
        }

        """

    /// The words whose read-modify-writes can be split.
    static let splitWords = ["Int32", "UInt32"].map { type in
        words.split(separator: "WORD", omittingEmptySubsequences: false).joined(separator: type)
    }.joined()
}
