import Foundation
import Testing

@testable import People

@Suite(.timeLimit(.minutes(1)))
struct MomentReadingTests {
    private let english = MomentReader(Words.preset(.great))

    private func reader(
        languages: [String], heavy: [String: HeavyWords]? = nil
    ) -> MomentReader {
        var words = Words.preset(.great)
        words.languages = languages
        words.heavy = heavy
        return MomentReader(words)
    }

    private func tone(_ texts: String..., mood: Mood? = nil) -> Tone {
        english.read(texts, mood: mood).tone
    }

    @Test(arguments: [
        "Took a short walk", "Called a friend", "Cleaned something quietly bothering me", "Gym",
        "made dinner", "yoga 20 min", "🎉", "finished my essay before the deadline", "dishes ✅",
        "siesta", "Walked\n\nthe dog.",
    ])
    func `a small win gets a cheer`(_ text: String) {
        #expect(tone(text) == .cheer)
    }

    @Test(arguments: [
        "the thing from yesterday", "10000", "✅ 3", "🔪", "qwertz uiop", "it is what it is",
    ])
    func `what has no sign of a win gets the neutral line, also in a great mood`(_ text: String) {
        #expect(tone(text) == .neutral)
        #expect(tone(text, mood: .great) == .neutral)
    }

    @Test func `a moment without words is cheered, since something was done`() {
        #expect(english.read([], mood: nil) == MomentReading(tone: .cheer, language: nil))
        #expect(tone("") == .cheer)
    }

    @Test(arguments: [
        ("I want to die", "en"), ("i dont want to be here anymore, on earth", "en"),
        ("thinking about SUICIDE again", "en"), ("he hits me", "en"), ("su\u{200B}icide", "en"),
        ("ｓｕｉｃｉｄｅ", "en"), ("s.u.i.c.i.d.e", "en"), ("Ich will nicht mehr leben", "de"),
        ("Ich möchte sterben", "de"), ("ich moechte sterben", "de"), ("je veux mourir", "fr"),
        ("J’ai envie de mourir", "fr"), ("quiero morir", "es"),
        ("Went for a walk. Ich will sterben.", "de"),
    ])
    func `words of danger are found in every language that has a list, whatever the space names`(
        _ text: String, language: String
    ) {
        let reading = english.read([text], mood: .great)
        #expect(reading == MomentReading(tone: .crisis, language: language))
        let words = english.heavyWords(in: language)
        #expect(words?.crisis.isEmpty == false && words?.thanks.isEmpty == false)
    }

    @Test(arguments: [
        ("i ran 4 kms", Tone.cheer), ("i want to kms", .crisis), ("4kms done", .cheer),
        ("cut my hair ✂️", .cheer), ("cut my wrist ✅", .crisis), ("i didnt cut today", .recovery),
        ("30 days without self harm", .recovery),
        ("relapsed after 30 days without self harm", .crisis),
        ("told my therapist that i want to die", .recovery),
        ("Threw my blades away. Then i cut my arm.", .crisis),
    ])
    func `what is around a sign decides`(_ text: String, tone expected: Tone) {
        #expect(tone(text) == expected)
    }

    @Test func `the note and the moment are read together, and the safest tone of a sentence wins`()
    {
        #expect(tone("Took a walk", "I want to end it all") == .crisis)
        #expect(tone("Took a walk. My dog died today.") == .neutral)
        #expect(tone("Took a walk.", "The sky was there.") == .cheer)
        #expect(tone("30 days sober. Took a walk.") == .recovery)
        #expect(tone("30 days sober", "my dog died") == .gentle)
    }

    @Test func `two signs of danger in different sentences are danger`() {
        #expect(tone("goodbye") == .neutral)
        #expect(tone("nobody is home") == .neutral)
        #expect(tone("goodbye", "nobody is home") == .crisis)
    }

    @Test(arguments: [
        "Aku ingin mati", "死にたい", "我想死", "хочу умереть", "أريد أن أموت", "mam dość życia",
        "Ölmek istiyorum", "ik wil dood", "Jag vill dö",
        "Jag gick till gym med min bror igår kväll",
    ])
    func `words in a language without a list are never cheered`(_ text: String) {
        #expect(tone(text) == .neutral)
    }

    @Test
    func `a win in a language that the space does not name is not cheered, one that it names is`() {
        let walk = "Ich bin heute spazieren gegangen und habe gekocht"
        #expect(tone(walk) == .neutral)
        #expect(
            reader(languages: ["en", "de"]).read([walk], mood: nil)
                == MomentReading(tone: .cheer, language: "de"))
        #expect(reader(languages: ["en", "sv"]).languagesWithoutList == ["sv"])
    }

    @Test func `the language that a person wrote before decides where the words do not`() {
        let reader = reader(languages: ["en", "de", "fr", "es"])
        for last in ["en", "de", "fr", "es"] {
            #expect(reader.read(["yoga"], mood: nil, last: last).language == last)
        }
        #expect(reader.read(["vaisselle"], mood: nil, last: "de").language == "fr")
    }

    @Test(arguments: ["My dog died today", "i lost my job", "so lonely", "panic attack at work"])
    func `a hard day is answered gently`(_ text: String) {
        #expect(tone(text) == .gentle)
    }

    @Test(arguments: Mood.allCases)
    func `a low mood never cheers, and no mood lifts danger`(_ mood: Mood) {
        let isLow = [.low, .awful].contains(mood)
        #expect(tone("Took a short walk", mood: mood) == (isLow ? .gentle : .cheer))
        #expect(english.read([], mood: mood).tone == (isLow ? .gentle : .cheer))
        #expect(tone("i want to die", mood: mood) == .crisis)
        #expect(tone("i just want it to be over", mood: mood) == .neutral)
        #expect(tone("30 days sober", mood: mood) == (isLow ? .gentle : .recovery))
    }

    @Test func `a space's own list takes the place of one that comes with the program`() {
        let own = HeavyWords(
            thanks: "Tack.", crisis: "Ring 112.", danger: ["vill dö", "självmord*"],
            hard: ["ledsen"], wins: ["promenad"])
        let reader = reader(languages: ["en", "sv"], heavy: ["sv": own])
        #expect(reader.languagesWithoutList.isEmpty)
        #expect(
            reader.read(["Jag vill dö"], mood: nil) == MomentReading(tone: .crisis, language: "sv"))
        #expect(reader.read(["Jag tänker på självmordet"], mood: nil).tone == .crisis)
        #expect(reader.read(["Jag är så ledsen idag"], mood: nil).tone == .gentle)
        #expect(reader.read(["Jag gick en kort promenad"], mood: nil).tone == .cheer)
        #expect(reader.read(["Jag gick hem"], mood: nil).tone == .neutral)
    }

    @Test func `a space's own list for a known language keeps the wins that come with the program`()
    {
        let own = HeavyWords(
            thanks: "Thanks.", crisis: "Call.", danger: ["purple rain"], hard: ["grey"])
        let reader = reader(languages: ["en"], heavy: ["en": own])
        #expect(reader.read(["took a walk"], mood: nil).tone == .cheer)
        #expect(reader.read(["took a walk in purple rain"], mood: nil).tone == .neutral)
        #expect(reader.read(["purple rain"], mood: nil).tone == .crisis)
        #expect(reader.read(["all is grey"], mood: nil).tone == .gentle)
        #expect(reader.read(["my dog died"], mood: nil).tone == .neutral)
        #expect(reader.heavyWords(in: "en")?.crisis == "Call.")
    }

    @Test func `scripts without spaces have words, too`() {
        let own = HeavyWords(
            thanks: "ありがとう", crisis: "電話", danger: ["死にたい"], hard: ["悲しい"], wins: ["散歩"])
        let reader = reader(languages: ["ja"], heavy: ["ja": own])
        #expect(reader.read(["もう死にたいです"], mood: nil).tone == .crisis)
        #expect(reader.read(["今日は悲しい"], mood: nil).tone == .gentle)
        #expect(reader.read(["散歩した"], mood: nil).tone == .cheer)
    }

    @Test(arguments: [
        "i want to ", "a", "cut not i me ", "😀", "k.", "wantto", "ab1! ", "\u{301}", "'", "i'", "死",
        "suicide", "die ", "ä", "0", "want|die ", "kill my", "\u{200B}k",
    ])
    func `a text of 20,000 hostile characters is read`(_ piece: String) {
        let text = String(repeating: piece, count: 20_000 / piece.count)
        let letters = Sentences(of: text).sentences.joined().reduce(0) { $0 + $1.letters.count }
        #expect(letters <= 4 * text.unicodeScalars.count)
        #expect(tone(text, "I want to die") == .crisis)
    }

    @Test func `a sign is found wherever it is in a long sentence`() {
        for before in 0..<140 {
            let text = String(repeating: "and ", count: before) + "i want to die"
            #expect(tone(text) == .crisis, "after \(before) words")
        }
    }
}
