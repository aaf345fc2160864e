/// The interim analyses of the blocks so far, and the level of each.
///
/// Each further analysis is another chance of a false alarm. Alpha spending keeps the overall level: each analysis
/// has an equal part of it, however the analyses depend on each other (Bonferroni's inequality; the simplest of the
/// spending functions of Lan, DeMets: *Discrete sequential boundaries for clinical trials*, Biometrika 70(3),
/// 1983). Exact boundaries would find a little more. They need the joint distribution of the analyses, which the
/// rank tests used here have only approximately.
struct InterimAnalysisSchedule: Hashable, Sendable {
    /// The numbers of blocks after which there is an analysis, in ascending order; the last is the cap.
    let blocks: [Int]
    /// The level of each analysis.
    let levelOfEach: Double

    /// - Precondition: All are positive, and there are at least as many blocks as analyses.
    init(cap: Int, analyses: Int, level: Double) {
        precondition(analyses > 0 && cap >= analyses, "\(analyses) interim analyses of \(cap) blocks")
        blocks = (1...analyses).map { cap * $0 / analyses }
        levelOfEach = level / Double(analyses)
    }
}
