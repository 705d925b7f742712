import Foundation
import TestSupport

/// What the provider does to each request: drawn once, so that it is the seed's.
enum Weather {
    /// An emulator's scenario with an answer for each request that can come.
    static func scenario(seed: UInt64, minutes: Double) -> String {
        var dice = SplitMix64(state: seed)
        // More than two workers get done in a second.
        let rules = (1...max(100, Int(minutes * 60 * 4))).map { request in
            rule(for: request, &dice)
        }
        return #"{"rules":[\#(rules.joined(separator: ","))]}"#
    }

    private static func rule(for request: Int, _ dice: inout SplitMix64) -> String {
        let (answer, seconds) = answer(&dice)
        let delay = seconds.map { #","seconds":\#($0)"# } ?? ""
        return #"{"when":{"request":\#(request)},"answer":"\#(answer)"\#(delay)}"#
    }

    private static func answer(_ dice: inout SplitMix64) -> (String, seconds: Double?) {
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<30: ("instant", nil)
        case 30..<70: ("slow", Double.random(in: 0.2...2, using: &dice))
        case 70..<78: ("slow", Double.random(in: 3...8, using: &dice))
        case 78..<81: ("hang", nil)
        case 81..<84: ("drop-before-headers", nil)
        case 84..<86: ("drop-after-headers", nil)
        case 86..<88: ("drop-mid-body", nil)
        case 88..<90: ("429-per-minute", nil)
        case 90..<91: ("429-bare", nil)
        case 91..<94: ("503", nil)
        case 94..<96: ("500", nil)
        case 96..<97: ("text-only", nil)
        case 97..<98: ("malformed-json", nil)
        case 98..<99: ("400-invalid-argument", nil)
        default: ("key-invalid", nil)
        }
    }
}
