import Testing

@testable import LinuxPlatform

@Suite struct MachineFileTests {
    @Test func filesOfTheMachineAreRead() {
        #expect(MachineLoad.steal(inStat: "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1\n") == 80_000_000)
        #expect(MachineLoad.steal(inStat: "cpu  1 2 3\n") == nil)
        let pressure = "some avg10=0.00 avg60=0.00 avg300=0.00 total=12\nfull avg10=0.00 total=3\n"
        #expect(MachineLoad.pressure(inFile: pressure) == 12_000)
        #expect(MachineLoad.pressure(inFile: "full total=3\n") == nil)
        #expect(PeakMemory.peak(inStatus: "Name:\tx\nVmHWM:\t    12 kB\n") == 12_288)
        #expect(PeakMemory.peak(inStatus: "Name:\tx\n") == nil)
    }
}
