import Testing

@testable import DownloadCore

@Suite struct ResponseTests {
    @Test(arguments: [
        ("attachment; filename=a.txt", "a.txt"), ("attachment; filename=\"a b.txt\"", "a b.txt"),
        ("inline;filename = \"a;b.txt\" ; size=3", "a;b.txt"), ("attachment; filename=\"a\\\"b\"", "a\"b"),
        ("attachment; FileName=\"x\"", "x"), ("attachment; filename=\"\"", ""),
        ("attachment; filename*=UTF-8''%e2%82%ac.txt", "€.txt"),
        ("attachment; filename*=utf-8'en'a%20b; filename=\"no\"", "a b"),
        ("attachment; filename=\"no\"; filename*=UTF-8''yes", "yes"),
        // What can't be read leaves what can.
        ("attachment; filename*=UTF-8''%zz; filename=\"yes\"", "yes"),
        ("attachment; filename*=ISO-8859-1''%e4; filename=\"yes\"", "yes"),
    ])
    func dispositionNamesTheFile(value: String, name: String) {
        #expect(ContentDisposition.fileName(in: value) == name)
    }

    @Test(arguments: [
        "attachment", "", ";", "attachment; size=3", "attachment; filename*=UTF-8''%ff", ";;=;",
    ])
    func dispositionWithoutANameHasNone(value: String) {
        #expect(ContentDisposition.fileName(in: value) == nil)
    }

    @Test func rangeIsReadOrRefused() {
        let range = ContentRange("bytes 5-9/10")
        #expect(range?.first == 5 && range?.last == 9 && range?.total == 10)
        #expect(ContentRange("Bytes 0-0/*")?.total == nil)
        for wrong in [
            "bytes */10", "bytes 5-9", "bytes 9-5/10", "bytes 5-10/10", "items 0-1/2", "bytes 0-1/x", "",
            "bytes -1/2", "bytes 0-99999999999999999999/1",
        ] {
            #expect(ContentRange(wrong) == nil, "\(wrong)")
        }
    }

    @Test func validatorIsStrongOrATime() {
        #expect(EntityValidator(entityTag: "\"a\"", lastModified: "t").ifRange == "\"a\"")
        #expect(EntityValidator(entityTag: "W/\"a\"", lastModified: "t").ifRange == nil)
        #expect(EntityValidator(entityTag: nil, lastModified: "t").ifRange == "t")
        #expect(EntityValidator(entityTag: nil, lastModified: nil).ifRange == nil)
        let tag = EntityValidator(entityTag: "\"a\"", lastModified: "t")
        #expect(tag.contradicts(EntityValidator(entityTag: "\"b\"", lastModified: "t")))
        #expect(!tag.contradicts(EntityValidator(entityTag: "\"a\"", lastModified: "u")))
        #expect(tag.contradicts(EntityValidator(entityTag: nil, lastModified: "u")))
        #expect(!tag.contradicts(EntityValidator(entityTag: nil, lastModified: nil)))
    }

    // MARK: What is done with a response

    private func head(_ status: Int, _ fields: (String, String)...) -> ResponseHead {
        ResponseHead(status: status, fields: fields)
    }

    private let point = BodyPlan.ResumePoint(
        offset: 500, validator: EntityValidator(entityTag: "\"a\"", lastModified: nil), total: 1_000)

    @Test func wholeFileReplacesWhatIsThere() {
        let whole = head(200, ("Content-Length", "1000"))
        #expect(BodyPlan(whole, asked: nil) == .replace(total: 1_000))
        #expect(BodyPlan(whole, asked: point) == .replace(total: 1_000))
        #expect(BodyPlan(head(200), asked: nil) == .replace(total: nil))
        // The length is that of what is compressed.
        let compressed = head(200, ("Content-Length", "10"), ("Content-Encoding", "GZIP"))
        #expect(BodyPlan(compressed, asked: nil) == .replace(total: nil))
        let plain = head(200, ("Content-Length", "10"), ("Content-Encoding", "identity"))
        #expect(BodyPlan(plain, asked: nil) == .replace(total: 10))
    }

    @Test func partIsAppendedOnlyWhereItFits() {
        func part(_ range: String?, _ tag: String? = "\"a\"") -> BodyPlan {
            let fields = [("Content-Range", range), ("ETag", tag), ("Content-Length", "500")]
            return BodyPlan(
                ResponseHead(
                    status: 206, fields: fields.compactMap { name, value in value.map { (name, $0) } }),
                asked: point)
        }
        #expect(part("bytes 500-999/1000") == .append(total: 1_000))
        #expect(part("bytes 500-999/*") == .append(total: 1_000))
        #expect(part("bytes 500-999/1000", nil) == .append(total: 1_000))
        // Less than was asked for: what follows is for another attempt.
        #expect(part("bytes 500-599/1000") == .append(total: 1_000))
        #expect(part("bytes 499-999/1000") == .askAgain)
        #expect(part("bytes 500-1000/1001") == .askAgain)
        #expect(part("bytes 500-999/1000", "\"b\"") == .askAgain)
        #expect(part(nil) == .askAgain)
        #expect(part("nonsense") == .askAgain)
    }

    @Test func otherAnswersAreRefused() {
        func refusal(_ plan: BodyPlan) -> DownloadError.Reason? {
            if case .refuse(let reason) = plan { reason } else { nil }
        }
        #expect(refusal(BodyPlan(head(404), asked: nil)) == .refused(status: 404))
        #expect(refusal(BodyPlan(head(416), asked: nil)) == .refused(status: 416))
        #expect(BodyPlan(head(416), asked: point) == .askAgain)
        #expect(BodyPlan(head(412), asked: point) == .askAgain)
        #expect(BodyPlan(head(302, ("Location", "/b")), asked: nil) == .follow(location: "/b"))
        #expect(refusal(BodyPlan(head(302), asked: nil)) != nil)
        #expect(refusal(BodyPlan(head(304), asked: nil)) == .refused(status: 304))
        guard case .invalidResponse = refusal(BodyPlan(head(206), asked: nil)) else {
            Issue.record("a part that nobody asked for was taken")
            return
        }
    }
}
