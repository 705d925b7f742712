import Foundation
import Ground

/// The texts of the site in one language: one file each, in groups.
package struct SiteText: Sendable {
    /// Its code, such as `en`, as pages and cookies name it.
    package let language: String
    private let groups: [String: [String: String]]

    /// The language of a reader who understands none of the others.
    package static let usual = "en"

    static func all() throws(PagesError) -> [String: SiteText] {
        var texts: [String: SiteText] = [:]
        let files = [
            "en": [PackageResources.en_json, PackageResources.desk_en_json],
            "de": [PackageResources.de_json, PackageResources.desk_de_json],
        ]
        for (language, files) in files {
            do {
                // Each side of the site has its own groups.
                let groups = try files.reduce(into: [:]) { groups, bytes in
                    try groups.merge(
                        JSONDecoder().decode([String: [String: String]].self, from: Data(bytes))
                    ) { $1 }
                }
                texts[language] = SiteText(language: language, groups: groups)
            } catch {
                throw .badTemplate(name: "\(language).json", detail: "\(error)")
            }
        }
        return texts
    }

    /// A text by its group and name, with values in the places of `{names}`; `nil` if there is none.
    package func known(_ group: String, _ name: String, _ values: [String: String] = [:]) -> String?
    {
        guard var text = groups[group]?[name] else { return nil }
        for (place, value) in values { text = text.replacing("{\(place)}", with: value) }
        return text
    }

    /// The same of a text that there is in each language, which a test checks.
    package func callAsFunction(
        _ group: String, _ name: String, _ values: [String: String] = [:]
    ) -> String {
        known(group, name, values) ?? "\(group).\(name)"
    }

    /// All texts, as templates name them: `t.group.name`.
    var view: View { groups }

    /// All texts, by their full names.
    package var all: [String: String] {
        groups.reduce(into: [:]) { all, group in
            for (name, text) in group.value { all["\(group.key).\(name)"] = text }
        }
    }

    /// The best language for a reader.
    ///
    /// - Parameters:
    ///   - chosen: What the reader chose on a page, if anything.
    ///   - accepted: The header `Accept-Language`: languages with weights, RFC 9110 section 12.5.4.
    package static func best(
        of known: some Collection<String>, chosen: String?, accepted: String?
    ) -> String {
        if let chosen, known.contains(chosen) { return chosen }
        var best = (language: usual, weight: 0.0)
        for entry in (accepted ?? "").split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let range = parts.first?.lowercased(),
                let language = known.first(where: { range == $0 || range.hasPrefix("\($0)-") })
            else { continue }
            let weight =
                parts.dropFirst().first { $0.hasPrefix("q=") }
                .map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best.weight { best = (language, weight) }
        }
        return best.language
    }
}
