private import ConcurrencyPrimitives
internal import Operations

/// Operations that do nothing, with a completion block, a name, an observer or a quality of service of their own: the
/// cost of each, compared with an operation without it.
///
/// The time ends when the queue is empty and the last completion block and observer have been called.
public struct OptionsScenario: Scenario {
    public static let name = "options"
    public static let summary =
        "operations with a completion block, name, observer or own quality: what each costs"

    public let limit: Int
    public let operations: Int
    public let options: OperationOptions

    public init(limit: Int, operations: Int, options: OperationOptions) {
        self.limit = limit
        self.operations = operations
        self.options = options
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [OptionsScenario] {
        if profile.isQuick { return [] }
        let options = [
            OperationOptions(), OperationOptions(completion: true), OperationOptions(name: true),
            OperationOptions(observer: true), OperationOptions(quality: true),
        ]
        return Set([-1, 1, processors]).sorted().flatMap { limit in
            options.map { OptionsScenario(limit: limit, operations: profile.operations / 5, options: $0) }
        }
    }

    public init?(_ parameters: ScenarioParameters) {
        let names = ["completion", "limit", "name", "observer", "operations", "quality"]
        guard let values = parameters.values(of: names) else { return nil }
        let flags = [values[0], values[2], values[3], values[5]]
        if !flags.allSatisfy((0...1).contains) { return nil }
        let options = OperationOptions(
            completion: flags[0] == 1, name: flags[1] == 1, observer: flags[2] == 1, quality: flags[3] == 1)
        self.init(limit: values[1], operations: values[4], options: options)
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters([
            "completion": options.completion ? 1 : 0, "limit": limit, "name": options.name ? 1 : 0,
            "observer": options.observer ? 1 : 0, "operations": operations,
            "quality": options.quality ? 1 : 0,
        ])
    }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        guard let subject = subject as? any OptionsBenchmarkSubject else {
            return "its operations have no completion block, name, observer and quality of service"
        }
        return options.observer && !subject.hasObservers ? "its operations can't be observed" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        if let subject = subject as? any OptionsBenchmarkSubject {
            await measure(subject, recorder)
        } else {
            .failed(reason: skipReason(for: subject) ?? "")
        }
    }

    private func measure<Subject: OptionsBenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async -> RunOutcome {
        let ledger = OptionsLedger(self)
        let (operations, options, mark, calls) = (operations, options, ledger.work.mark, ledger.calls)
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder, until: calls.last) { queue in
                subject.add(0..<operations, with: options, to: queue, marking: mark, calls: calls.mark)
            }
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}

/// Checks that each operation ran once, in order, and that what it has besides was called once.
private final class OptionsLedger: Ledger {
    let work: OperationLedger
    let calls: CallLedger
    private let operations: Int
    private let callsEach: UInt64

    init(_ scenario: OptionsScenario) {
        operations = scenario.operations
        callsEach = UInt64(scenario.options.calls)
        work = OperationLedger(count: operations, isExclusive: scenario.limit == 1)
        calls = CallLedger(operations: operations, each: scenario.options.calls)
    }

    func violation(keepsOrder: Bool) -> String? {
        let wrong = (0..<operations).filter { calls.count(of: $0) != callsEach }
        let called = wrong.first.map { first in
            "the completion blocks and observers of \(wrong.count) of \(operations) operations were not called once each, "
                + "first those of number \(first): \(calls.count(of: first)) calls in place of \(callsEach)"
        }
        return RunOutcome.joined([work.violation(keepsOrder: keepsOrder), called])
    }
}
