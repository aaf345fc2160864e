import QueueConformanceTesting
import Testing
import TinyQueueSubject

@Suite struct TinyQueueConformance {
    @Test(arguments: ConformanceRules.applying(to: TinyQueueSubject()))
    func keeps(_ rule: Rule) async throws { try await rule.verify(TinyQueueSubject()) }
}
