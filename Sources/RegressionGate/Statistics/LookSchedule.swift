/// When the blocks so far are looked at, and what each look may spend of the probability of a false alarm.
///
/// To look repeatedly is to get more chances of a false alarm. Each look has a share of the level, and the shares
/// together are the level, so that it is kept however the looks depend on each other (Bonferroni's inequality; the
/// simplest of the spending functions of Lan, DeMets: *Discrete sequential boundaries for clinical trials*,
/// Biometrika 70(3), 1983). Exact boundaries would find a little more; they need the looks' joint distribution,
/// which the tests used here, by ranks, have only approximately.
struct LookSchedule: Hashable, Sendable {
    /// After how many blocks there is a look, ascending; the last is the cap.
    let blocks: [Int]
    /// What each look may spend.
    let share: Double

    /// - Precondition: All are positive, and there are at least as many blocks as looks.
    init(cap: Int, looks: Int, level: Double) {
        precondition(looks > 0 && cap >= looks, "\(looks) looks need as many blocks, and there are \(cap)")
        blocks = (1...looks).map { cap * $0 / looks }
        share = level / Double(looks)
    }
}
