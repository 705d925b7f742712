import Testing

@testable import People

@Suite(.timeLimit(.minutes(1)))
struct MomentReadingTests {
    private let english = MomentReader(Words.preset(.great))

    private func reader(languages: [String]) -> MomentReader {
        var words = Words.preset(.great)
        words.languages = languages
        return MomentReader(words)
    }

    @Test(arguments: [
        "Took a short walk", "Called a friend", "Cleaned something quietly bothering me", "Gym",
        "made dinner", "yoga 20 min", "I installed this app. A tiny step, but it counts.", "🎉",
        "10000",
        "killed it at the presentation", "finished my deadline",
    ])
    func `a small win gets a cheer`(_ text: String) {
        #expect(english.read([text], mood: nil) == .light)
    }

    @Test(arguments: [
        ("I want to die", "en"), ("i dont want to be here anymore", "en"),
        ("thinking about SUICIDE again", "en"),
        ("I can’t do this anymore", "en"), ("didn't hurt myself today", "en"),
        ("self-harm free for a day", "en"),
        ("he hits me", "en"), ("kms lol", "en"), ("su\u{200B}icide", "en"), ("ｓｕｉｃｉｄｅ", "en"),
        ("Ich will nicht mehr leben", "de"), ("Ich möchte sterben", "de"), ("je veux mourir", "fr"),
        ("quiero morir", "es"), ("No puedo más", "es"),
        ("Went for a walk. Ich will sterben.", "de"),
    ])
    func `words of danger are found in every language that has a list, whatever the space names`(
        _ text: String, language: String
    ) {
        #expect(english.read([text], mood: .great) == .heavy(language: language))
        let words = english.heavyWords(in: language)
        #expect(words?.crisis.isEmpty == false && words?.thanks.isEmpty == false)
    }

    @Test func `words of danger in a note count, too`() {
        #expect(
            english.read(["Walk", "I want to end it all"], mood: nil) == .heavy(language: "en"))
    }

    @Test(arguments: [
        "Aku ingin mati", "死にたい", "我想死", "хочу умереть", "أريد أن أموت", "mam dość życia",
        "Ölmek istiyorum", "ik wil dood", "Jag vill dö",
    ])
    func `words in a language without a list are never cheered`(_ text: String) {
        #expect(english.read([text], mood: nil) == .unlisted)
    }

    @Test func `a language that the space does not name is not cheered, one that it names is`() {
        let walk = "Ich bin heute spazieren gegangen und habe gekocht"
        #expect(english.read([walk], mood: nil) == .unlisted)
        #expect(reader(languages: ["en", "de"]).read([walk], mood: nil) == .light)
        #expect(reader(languages: ["en", "sv"]).languagesWithoutList == ["sv"])
    }

    @Test(arguments: [
        "My dog died today", "Cried all day but showered", "I failed the exam",
        "panic attack at work",
    ])
    func `a hard day is answered gently`(_ text: String) {
        #expect(english.read([text], mood: nil) == .hard)
    }

    @Test(arguments: [
        (Mood.low, MomentReading.hard), (.awful, .hard), (.okay, .light), (.great, .light),
    ])
    func `a low mood is answered gently, whatever the words`(mood: Mood, reading: MomentReading) {
        #expect(english.read(["Took a short walk"], mood: mood) == reading)
        #expect(english.read([], mood: mood) == reading)
    }

    @Test func `a space's own list takes the place of one that comes with the program`() {
        var words = Words.preset(.great)
        words.languages = ["en", "sv"]
        words.heavy = [
            "sv": HeavyWords(
                thanks: "Tack.", crisis: "Ring 112.", danger: ["vill dö", "självmord*"],
                hard: ["ledsen"])
        ]
        let reader = MomentReader(words)
        #expect(reader.languagesWithoutList.isEmpty)
        #expect(reader.read(["Jag vill dö"], mood: nil) == .heavy(language: "sv"))
        #expect(reader.read(["Jag tänker på självmordet"], mood: nil) == .heavy(language: "sv"))
        #expect(reader.read(["Jag är så ledsen idag"], mood: nil) == .hard)
        #expect(reader.read(["Jag gick en kort promenad"], mood: nil) == .light)
    }
}
