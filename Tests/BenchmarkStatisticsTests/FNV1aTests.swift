import RandomNumbers
import Testing

@Suite struct FNV1aTests {
    /// From the tables of RFC 9923.
    @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
    func digestHasThePublishedValue(text: String, digest: String) {
        #expect(FNV1a(text).text == digest)
    }

    @Test func digestHasSixteenDigits() { #expect(FNV1a("aa").text == "089c4307b54596b7") }

    @Test func wordsInAnotherOrderHaveAnotherDigest() {
        var (one, other) = (FNV1a(), FNV1a())
        for word in [1, 2] as [UInt64] { one.add(word) }
        for word in [2, 1] as [UInt64] { other.add(word) }
        #expect(one != other)
    }
}
