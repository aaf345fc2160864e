import Foundation

/// How the runs of one form of a kernel ended.
enum Ending: Equatable, CustomStringConvertible {
    /// The time was over.
    case passed
    case failed
    case crash(signal: Int32)
    case hang
    /// ThreadSanitizer has reported something.
    case report(String)
    /// The process neither went on nor slept.
    case undecided
    /// The process couldn't run the kernel.
    case broken(status: Int32)

    /// With it ThreadSanitizer ends a process in which it reported something.
    static let reportStatus: Int32 = 66

    /// By the end of a process that nobody killed. ThreadSanitizer's report is in its output.
    init(wasSignal: Bool, status: Int32, output: String) {
        switch status {
        case _ where wasSignal: self = .crash(signal: status)
        case 0: self = .passed
        case Repetition.failureStatus: self = .failed
        case Self.reportStatus: self = .report(Self.kind(ofReport: output))
        default: self = .broken(status: status)
        }
    }

    private static func kind(ofReport output: String) -> String {
        let summary = output.split(separator: "\n").last { $0.hasPrefix("SUMMARY: ThreadSanitizer: ") } ?? ""
        // "data race" or "Swift access race", or several accesses of either kind.
        if summary.contains(" race ") { return "race" }
        return summary.contains(" lock-order-inversion ") ? "lock order" : "report"
    }

    var isFound: Bool {
        switch self {
        case .failed, .crash, .hang, .report: true
        case .passed, .undecided, .broken: false
        }
    }

    var isReport: Bool { if case .report = self { true } else { false } }

    var description: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .crash(let signal): "crash (signal \(signal))"
        case .hang: "hang"
        case .report(let kind): kind
        case .undecided: "undecided"
        case .broken(let status): "the process ended with status \(status)"
        }
    }
}
