/// When an interim analysis judges the blocks so far, and what share of the level it may spend.
///
/// Each further analysis is another chance of a false alarm. Alpha spending keeps the level: each analysis has an
/// equal share, and the shares add up to the level, however the analyses depend on each other (Bonferroni's
/// inequality; the simplest of the spending functions of Lan, DeMets: *Discrete sequential boundaries for clinical
/// trials*, Biometrika 70(3), 1983). Exact boundaries would find a little more. They need the joint distribution of
/// the analyses, which the rank tests used here have only approximately.
struct InterimAnalysisSchedule: Hashable, Sendable {
    /// After how many blocks an interim analysis takes place, ascending; the last is the cap.
    let blocks: [Int]
    /// What share of the level each analysis may spend.
    let share: Double

    /// - Precondition: All are positive, and there are at least as many blocks as analyses.
    init(cap: Int, looks: Int, level: Double) {
        precondition(looks > 0 && cap >= looks, "\(looks) looks need as many blocks, and there are \(cap)")
        blocks = (1...looks).map { cap * $0 / looks }
        share = level / Double(looks)
    }
}
