import LinuxPlatform
import Testing

@Suite struct DescriptorListTests {
    @Test func openFileIsListedUntilItIsClosed() throws {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        #expect(try #require(DescriptorList.own)[descriptor] == "/dev/null")
        // The list leaves out the descriptor that it is read by.
        #expect(try #require(DescriptorList.own).values.contains { $0.hasSuffix("/fd") } == false)
        close(descriptor)
        // Another test may have got the number meanwhile.
        #expect(try #require(DescriptorList.own)[descriptor] != "/dev/null")
    }
}
