package import FaceFacts
package import Foundation
package import Ground
package import HeadshotWorker
package import JobQueue

// The part of what was measured in a person's photo that the person's plan shows. Every answer that a person can get
// is made by these functions: what a plan hides on one route is on no other.

extension PlanRules {
    /// A rating, a weakness or a fact about the face; `nil` in a plan without weaknesses.
    package func shown<Detail>(detail: Detail) -> Detail? { weaknesses ? detail : nil }

    /// The findings that are shown beside an order: why a photo was refused is in every plan.
    package func shown(_ findings: [Finding]) -> [Finding] {
        weaknesses ? findings : findings.filter { $0.severity == .refusal }
    }

    /// The strengths that are shown: in a plan without weaknesses, those that only praise.
    package func shown(_ strengths: [PhotoScore.Remark]) -> [PhotoScore.Remark] {
        weaknesses ? strengths : strengths.filter(\.isPraise)
    }

    /// The analysis of a headshot, without the face in a plan without weaknesses.
    package func shown(_ headshot: HeadshotAnalysis?) -> HeadshotAnalysis? {
        weaknesses ? headshot : headshot?.withoutFace
    }

    /// The score of a photo outside a scan; `nil` in a plan that limits scans.
    package func shown(scoreOfPhoto score: Double?) -> Double? {
        scansWithoutLimit ? score : nil
    }

    /// The names of the members of a photo that the plan holds back; `nil` if it holds back nothing.
    package var lockedOfPhoto: [String]? {
        let locked = (scansWithoutLimit ? [] : ["score"]) + (weaknesses ? [] : ["findings"])
        return locked.isEmpty ? nil : locked
    }

    /// The names of the members of a scan that the plan holds back; `nil` if it holds back nothing.
    package var lockedOfScan: [String]? {
        guard !weaknesses else { return nil }
        let details = ["weaknesses", "ratings", "findings", "face"]
        return isSample ? ["score"] + details + ["summary"] : details
    }

    /// Whether a scan shows only that it was made, and for whom the app is.
    package var isSample: Bool { !scans && firstScan && !weaknesses }

    /// The score of a scan; `nil` in a plan with no more than a sample.
    package func shown(score: Double) -> Double? { isSample ? nil : score }

    /// The shape and the undertone of a face: in a plan with weaknesses, and of a sample.
    package func shown(glimpse: String?) -> String? { weaknesses || isSample ? glimpse : nil }

    /// These rules for a scan: what a plan has shown of it once stays shown.
    package func of(_ scan: Scan) -> PlanRules {
        guard scan.isWhole else { return self }
        var rules = self
        (rules.scans, rules.weaknesses, rules.coaching) = (true, true, true)
        return rules
    }

    /// These rules for a job: an analysis, which has all that was measured, is ordered only in a plan that shows that.
    package func of(_ job: Job) -> PlanRules {
        guard job.kind == .analysis else { return self }
        var rules = self
        rules.weaknesses = true
        return rules
    }

    /// These rules, with what another plan shows of photos and headshots.
    fileprivate func showing(_ other: PlanRules) -> PlanRules {
        var rules = self
        rules.weaknesses = weaknesses || other.weaknesses
        if other.scansWithoutLimit { (rules.scans, rules.hoursBetweenScans) = (true, nil) }
        return rules
    }

    /// Whether an analysis may be ordered: it is a scan with all details, any number of times.
    package var ordersAnalyses: Bool { weaknesses && scansWithoutLimit }

    private var scansWithoutLimit: Bool { scans && hoursBetweenScans == nil }
}

/// What is shown of a person's photos and headshots: what a plan has shown stays shown when it ends.
package struct ShownRules: Sendable {
    private let rules: PlanRules
    /// What has given a person a plan, with the rules of that plan; of a space whose plans are all alike, nothing.
    private let past: [(rules: PlanRules, end: Date)]

    /// All there is, of a person without rules.
    package static let all = ShownRules(.all)

    package init(_ rules: PlanRules) {
        self.rules = rules
        past = []
    }

    package init(_ entitlements: Entitlements, by plans: PlanTable, now: Date) {
        rules = plans[entitlements.plan(at: now)]
        past = entitlements.all.filter { $0.plan != .free }.map {
            (plans[$0.plan], $0.expires ?? .distantFuture)
        }
    }

    /// The rules for what was made at a time: whatever was there when a plan ended was shown in it.
    package func of(_ created: Date) -> PlanRules {
        past.filter { $0.end > created }.reduce(rules) { $0.showing($1.rules) }
    }
}
