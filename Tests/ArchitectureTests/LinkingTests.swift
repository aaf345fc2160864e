import Foundation
import LinuxPlatform
import Testing

/// Who uses a queue pays nothing for the explorer, not even in the size of the program.
struct LinkingTests {
    /// How the compiler names a module in the symbols of what belongs to it.
    private static func symbolPart(_ module: String) -> String { "$s\(module.utf8.count)\(module)" }

    /// A client of a queue, and one of the conformance suite.
    @Test(arguments: ["PlainClient", "JudgeFixture"])
    func programThatNeverExploresLinksNoExplorer(program: String) throws {
        let bytes = try Self.program(program)
        #expect(Self.contains(bytes, Self.symbolPart("Operations")), "symbols are not found this way")
        #expect(!Self.contains(bytes, Self.symbolPart("ScheduleExploration")))
        // Of CScheduleInterposition, and of CScheduleControl.
        for function in ["oplab_interposition_works", "oplab_carrier_hand_over", "oplab_catch_crashes"] {
            #expect(!Self.contains(bytes, function), "\(function)")
        }
    }

    /// What lies beside the program that runs these tests.
    private static func program(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: OwnExecutable.path(beside: name)))
    }

    private static func contains(_ bytes: Data, _ text: String) -> Bool {
        bytes.range(of: Data(text.utf8)) != nil
    }
}
