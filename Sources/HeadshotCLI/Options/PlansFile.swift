import Foundation
import HeadshotWorker
import JobQueue

extension PlanTable {
    /// Reads what an operator wrote; nil also for a member that is unknown, since a misspelt limit limits nothing.
    init?(file: Data) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let table = try? decoder.decode(PlanTable.self, from: file),
            let members = try? JSONDecoder().decode(Members.self, from: file),
            members.names.isSubset(
                of: Plan.allCases.map(\.rawValue) + [
                    "sandbox_purchases", "test_people", "products", "entitlements",
                ]),
            Plan.allCases.allSatisfy({ table[$0].numbers.allSatisfy(Self.numbers.contains) })
        else { return nil }
        let known: Set = [
            "scans", "first_scan", "hours_between_scans", "weaknesses", "coaching", "words",
        ]
        for plan in Plan.allCases {
            guard let rules = members[plan.rawValue] else { continue }
            guard known.isSuperset(of: rules.names),
                (rules["words"]?.names ?? []).isSubset(of: WordsKind.allCases.map(\.rawValue))
            else { return nil }
        }
        self = table
    }

    /// The members of any value, read by the parser that reads the table.
    private struct Members: Decodable {
        private let members: [String: Members]

        init(from decoder: any Decoder) throws {
            members = (try? decoder.singleValueContainer().decode([String: Members].self)) ?? [:]
        }

        var names: Set<String> { Set(members.keys) }

        subscript(_ name: String) -> Members? { members[name] }
    }

    /// Of hours and of answers: ten years of them are like none.
    private static let numbers = 0...87_600
}

extension PlanRules {
    fileprivate var numbers: [Int] { [hoursBetweenScans].compactMap(\.self) + words.values }
}
