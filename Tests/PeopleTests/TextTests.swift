import Foundation
import Testing

@testable import People

/// How the texts of the apps are written.
@Suite(.timeLimit(.minutes(10)))
struct TextTests {
    /// The placeholders of the documentation, which an app fills in.
    private static let placeholders: Set<String> = [
        "price", "days", "hours", "best", "count", "first_name", "icon", "remark", "family",
        "palette", "face_shape", "theme",
    ]

    /// All texts of a preset with their places, as its JSON has them.
    private func texts(_ preset: Words.Preset) throws -> [(place: String, text: String)] {
        let json = try JSONSerialization.jsonObject(with: Data(Words.preset(preset).json.utf8))
        func collect(_ value: Any, _ place: String) -> [(String, String)] {
            switch value {
            case let text as String: [(place, text)]
            case let list as [Any]:
                list.enumerated().flatMap { collect($1, "\(place)[\($0)]") }
            case let members as [String: Any]:
                members.flatMap { collect($0.value, "\(place).\($0.key)") }
            default: []
            }
        }
        return collect(json, "").filter {
            !$0.0.hasSuffix(".id") && !$0.0.contains(".topics.") && !$0.0.contains(".words[")
                && !$0.0.hasPrefix(".links")
        }
    }

    @Test(arguments: Words.Preset.allCases)
    func `the id of a text is a word, and no prompt or example is among them`(
        preset: Words.Preset
    ) throws {
        let words = Words.preset(preset)
        var ids: [String] = []
        for group in words.texts {
            #expect(!group.name.contains("example") && !group.name.contains("prompt"))
            for text in group.texts + (group.labels ?? []) {
                #expect(
                    text.id.wholeMatch(of: /[a-z_]+\.[a-z]+(_[a-z]+)*/) != nil, "\(text.id)")
                ids.append(text.id)
            }
        }
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: Words.Preset.allCases)
    func `a placeholder is a documented name in braces, and there is no price`(
        preset: Words.Preset
    ) throws {
        for (place, text) in try texts(preset) {
            for match in text.matches(of: /\{([^{}]*)\}/) where !match.1.contains("|") {
                #expect(Self.placeholders.contains(String(match.1)), "\(place): \(text)")
            }
            #expect(text.firstMatch(of: /\[[A-Z]|\$ ?[0-9X]|[0-9] %/) == nil, "\(place): \(text)")
        }
    }

    @Test(arguments: Words.Preset.allCases)
    func `texts are American and speak as a friend does`(preset: Words.Preset) throws {
        let wrong = [
            "colour", "grey", "practise", "favourite", "recognise", "centre", "you do not",
            "that is ", "you are ", "you have survived", "it is ", "let us ", "here is ",
            "do not ", "did not", "cannot", "1 days", "you must", "should have",
        ]
        for (place, text) in try texts(preset) {
            for word in wrong {
                #expect(!text.lowercased().contains(word), "\(place): \(text)")
            }
        }
    }

    @Test func `a number chooses the form of what it counts`() {
        let line = "{best} {day|days}, {best}-day"
        #expect(line.counting(1, as: "best") == "1 day, 1-day")
        #expect(line.counting(0, as: "best") == "0 days, 0-day")
        #expect(line.counting(12, as: "best") == "12 days, 12-day")
    }

    @Test func `each season has swatches of its own, with names`() throws {
        let words = Words.preset(.glowup)
        let swatches = try #require(words.swatches)
        #expect(Set(swatches.keys) == ["spring", "summer", "autumn", "winter"])
        let all = swatches.values.flatMap { $0.map(\.hex) }
        #expect(Set(all).count == all.count)
        for (season, list) in swatches {
            #expect((6...12).contains(list.count))
            let profile = Profile(
                scans: [
                    {
                        var scan = ScanFacts(id: "a", score: 5)
                        scan.colours = ScanFacts.Colours(
                            undertone: "warm", season: season, palette: ["#010203"], confidence: 1)
                        return scan
                    }()
                ], theme: nil, faceShape: nil, colourFamily: nil, shapes: [], swatches: swatches)
            #expect(profile.season?.swatches == list)
            #expect(profile.photoColours?.value == ["#010203"])
        }
        let none = Profile(
            scans: [], theme: nil, faceShape: nil, colourFamily: nil, shapes: [],
            swatches: swatches)
        #expect(none.season == nil)
    }
}
