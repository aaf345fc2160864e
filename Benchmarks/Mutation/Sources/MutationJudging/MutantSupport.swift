/// What is added to the copied sources: the switch, and what some mutants call.
enum MutantSupport {
    /// The variables that a process reads when it starts.
    static let number = "OPERATIONLAB_MUTANT"
    /// The subcommands that read them; without it, all processes do. So only the process that is judged is mutated, and not the
    /// one that judges.
    static let subcommands = "OPERATIONLAB_MUTANT_IN"
    /// Whether locks are noted, for mutants that release them.
    static let locks = "OPERATIONLAB_MUTANT_LOCKS"
    /// A file with a byte for each mutant, which is set when the mutant's place is reached. Mapped and shared, so that a process
    /// that is killed leaves it.
    static let reached = "OPERATIONLAB_MUTANT_REACHED"

    static let header = """

        // The switch of the mutants.
        extern int32_t oplab_mutant;
        extern uint8_t *_Nullable oplab_mutants_reached;
        extern uint64_t oplab_mutants_reached_count;

        static inline bool oplab_mutant_is_on(int32_t number) {
            uint8_t *reached = oplab_mutants_reached;
            if (reached && (uint64_t)number < oplab_mutants_reached_count) reached[number] = 1;
            return number == oplab_mutant;
        }

        /// The locks that the calling thread holds, the last of which a mutant releases.
        void oplab_mutant_takes(const void *_Nonnull address, int32_t kind);
        void oplab_mutant_leaves(void);
        const void *_Nullable oplab_mutant_lock(int32_t *_Nonnull kind);
        void oplab_mutant_yield(void);

        #endif
        """

    static let implementation = """

        #include <fcntl.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/stat.h>

        int32_t oplab_mutant = 0;
        uint8_t *oplab_mutants_reached = 0;
        uint64_t oplab_mutants_reached_count = 0;
        static bool notes_locks = false;

        static bool is_listed(const char *list, const char *word) {
            unsigned long length = strlen(word);
            for (const char *at = list; (at = strstr(at, word)); at += length) {
                if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ',')) return true;
            }
            return false;
        }

        __attribute__((constructor)) static void read_mutant(int argc, char **argv) {
            const char *subcommands = getenv("\(subcommands)");
            if (subcommands && (argc < 2 || !is_listed(subcommands, argv[1]))) return;
            const char *number = getenv("\(number)");
            if (number) oplab_mutant = atoi(number);
            notes_locks = getenv("\(locks)") != 0;
            const char *path = getenv("\(reached)");
            if (!path) return;
            int file = open(path, O_RDWR | O_CLOEXEC);
            struct stat status;
            if (file < 0 || fstat(file, &status) != 0) abort();
            void *bytes = mmap(0, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            if (bytes == MAP_FAILED) abort();
            close(file);
            oplab_mutants_reached_count = (uint64_t)status.st_size;
            oplab_mutants_reached = bytes;
        }

        static _Thread_local struct { const void *address; int32_t kind; } locks[16];
        static _Thread_local int lock_count;

        void oplab_mutant_takes(const void *address, int32_t kind) {
            if (!notes_locks) return;
            if (lock_count < 16) {
                locks[lock_count].address = address;
                locks[lock_count].kind = kind;
            }
            lock_count++;
        }

        void oplab_mutant_leaves(void) { if (notes_locks) lock_count--; }

        const void *oplab_mutant_lock(int32_t *kind) {
            if (lock_count < 1 || lock_count > 16) return 0;
            *kind = locks[lock_count - 1].kind;
            return locks[lock_count - 1].address;
        }

        void oplab_mutant_yield(void) { sched_yield(); }

        """

    /// For each mutated module.
    static let moduleSwitch = """
        private import CPlatform

        @usableFromInline @inline(never)
        func mutantIsOn(_ number: Int32) -> Bool { oplab_mutant_is_on(number) }

        """

    /// The mutated modules aren't optimised: the optimiser would take minutes for the functions with hundreds of switches, and may
    /// assume that nobody changes what a lock guards while a mutant releases the lock. Assertions are left out, as in a release
    /// build. Everything else is optimised.
    static func manifest(_ modules: [String]) -> String {
        """

        for target in package.targets where \(modules).contains(target.name) {
            target.swiftSettings = (target.swiftSettings ?? [])
                + [.unsafeFlags(["-Onone", "-assert-config", "Release"])]
        }

        """
    }

    /// What the locks of the primitives announce. The first text is replaced by the second, everywhere in the file.
    static let lockChanges: [(file: String, text: String, replacement: String)] = [
        (
            "Sources/ConcurrencyPrimitives/Mutex.swift", "try base.withLock(body)",
            """
            try base.withLock { value throws(Failure) in
                mutantTakes(withUnsafePointer(to: base) { UnsafeRawPointer($0) }, 0)
                defer { mutantLeaves() }
                return try body(&value)
            }
            """
        ),
        (
            "Sources/ConcurrencyPrimitives/Mutex.swift", "try base.withLockIfAvailable(body)",
            """
            try base.withLockIfAvailable({ value throws(Failure) in
                mutantTakes(withUnsafePointer(to: base) { UnsafeRawPointer($0) }, 0)
                defer { mutantLeaves() }
                return try body(&value)
            })
            """
        ),
        (
            "Sources/ConcurrencyPrimitives/ContendedMutex.swift", "return try body(&value.pointee)",
            """
            mutantTakes(UnsafeRawPointer(word), 1)
            defer { mutantLeaves() }
            return try body(&value.pointee)
            """
        ),
    ]
}
