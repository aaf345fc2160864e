import Testing

@testable import LinuxPlatform

/// What a look at the threads reads, in texts as kernels write them.
@Suite struct ThreadFileTests {
    private static func stat(name: String, state: String) -> String {
        "3827 (\(name)) \(state) 3343 3343 727 0 -1 4194304 100 1 2 3 17 4 5 6 20 0 1 0 8401746 3133440 364 0\n"
    }

    @Test(arguments: ["cat", "", "a b", "x) R 1 2", ") S (", "S "])
    func threadNameDoesNotMatter(name: String) {
        #expect(ThreadFile.ticksOfSleeper(Self.stat(name: name, state: "S")) == 21)
        #expect(ThreadFile.ticksOfSleeper(Self.stat(name: name, state: "R")) == nil)
    }

    @Test func onlyASleepingThreadIsAsleep() {
        for state in ["R", "D", "T", "t", "Z", "X", "I"] {
            #expect(ThreadFile.ticksOfSleeper(Self.stat(name: "cat", state: state)) == nil)
        }
        #expect(ThreadFile.ticksOfSleeper("3827 (cat) S 3343 3343") == nil)
    }

    @Test func switchesAreFoundAtAnyLine() throws {
        let before = "Name:\tvoluntary_ctxt\nState:\tS (sleeping)\nMems_allowed_list:\t0\n"
        let switches = "voluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t45\n"
        #expect(try ThreadFile.switches(before + switches) == 195)
        // From Linux 6.6 on some end with these.
        let after = "x86_Thread_features:\t\nx86_Thread_features_locked:\t\n"
        #expect(try ThreadFile.switches(before + switches + after) == 195)
    }

    @Test(arguments: ["", "voluntary_ctxt_switches:\t150\n"])
    func missingSwitchesAreReported(rest: String) throws {
        let error = #expect(throws: ThreadFile.NoSwitches.self) {
            try ThreadFile.switches("Name:\tcat\nState:\tS (sleeping)\n" + rest)
        }
        #expect(try #require(error).description.contains("context switches"))
    }
}
