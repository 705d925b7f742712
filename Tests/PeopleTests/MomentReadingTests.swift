import Foundation
import Testing

@testable import People

@Suite(.timeLimit(.minutes(10)))
struct MomentReadingTests {
    private let english = MomentReader(Words.preset(.great))
    /// One for a space whose persons write in all languages of the program.
    private var everyone: MomentReader { reader(languages: ["en", "de", "fr", "es"]) }

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
        ("I want to be dead", "en"), ("i dont want to be here anymore, on earth", "en"),
        ("thinking about SUICIDE again", "en"), ("he hits me", "en"), ("su\u{200B}icide", "en"),
        ("ｓｕｉｃｉｄｅ", "en"), ("s.u.i.c.i.d.e", "en"), ("Ich mag nicht mehr leben", "de"),
        ("Ich möchte sterben", "de"), ("ich moechte sterben", "de"), ("je veux mourir", "fr"),
        ("J’ai envie de mourir", "fr"), ("quiero morir", "es"),
        ("Went for a walk. Ich will sterben.", "de"),
    ])
    func `words of danger are found in every language that has a list, whatever the space names`(
        _ text: String, language: String
    ) {
        let reading = english.read([text], mood: .great)
        #expect(reading == MomentReading(tone: .crisis, language: language))
        #expect(english.thanks(in: language)?.isEmpty == false)
    }

    @Test(arguments: [
        ("i ran 4 kms", Tone.cheer), ("i want to kms", .crisis), ("6kms done", .cheer),
        ("cut my fringe ✂️", .cheer), ("cut my wrist ✅", .crisis), ("i didnt cut today", .recovery),
        ("40 days without self harm", .recovery),
        ("relapsed after 40 days without self harm", .crisis),
        ("told my therapist that i want to die", .recovery),
        ("Threw my blades away. Then i cut my arm.", .crisis),
        ("took my life into my own hands", .neutral),
        ("almost took my life with my own hands", .crisis),
        ("im going to take my life and im not coming back", .crisis),
        ("taking my life tonight, jumping into the river", .crisis),
        ("Being followed by 100 people on Instagram", .neutral),
        ("a guy from instagram followed me home last night", .crisis),
        ("im being followed by men i saw on youtube", .crisis),
        ("about to jump off the roof, there is a crowd below", .crisis), ("kms lol", .neutral),
        ("beat him at chess", .cheer), ("he beat me so badly after chess", .neutral),
        ("he raped me after the game night", .crisis),
        ("cut myself again before the cake came", .neutral),
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

    /// One harm in the place of another, food that somebody makes up for, and an overdose as a verb; each beside what is harmless.
    private static let replaced: [(String, Tone)] = [
        ("they told me not to cut so i burn", .crisis),
        ("not allowed to cut so i starve", .crisis),
        ("stopped cutting, now i just burn", .crisis),
        ("can't cut so i scratch instead", .crisis),
        ("i didn't cut today", .recovery),
        ("I don't cut anymore, i run instead", .recovery),
        ("cut the cake so i burn the candles", .cheer),
        ("quit sugar so i burn calories", .cheer),
        ("jogged until i burned off the toast", .neutral),
        ("biked until i burned off the cookies i ate", .neutral),
        ("worked out until i earned my dinner", .neutral),
        ("ran off the cake", .neutral),
        ("jogged 5k then had toast", .cheer),
        ("burned off the calories in spin class", .cheer),
        ("ran off to lunch with anna", .cheer),
        ("i od'd", .crisis), ("OD\u{2019}d on pills", .crisis), ("od'ed again", .crisis),
        ("my sister od'd", .neutral),
        ("od'd on cat videos", .cheer), ("i'd made a cake", .neutral),
    ]

    @Test(arguments: replaced)
    func `one harm that takes the place of another is no win over it`(
        _ text: String, tone expected: Tone
    ) {
        #expect(tone(text) == expected)
    }

    private static let turned: [(String, Tone)] = [
        ("Sober for a month, then i finished a bottle of gin.", .neutral),
        ("I gave my knives away, but i got others.", .neutral),
        ("Out of rehab, now i drink again.", .neutral),
        ("clean for two years now", .recovery),
        ("40 days sober, but so proud of myself", .recovery),
        ("i cant believe i am 50 days sober", .recovery),
        ("Drei Wochen nüchtern, dann eine Flasche Korn", .neutral),
        ("Die Pillen entsorgt, aber noch welche da", .neutral),
        ("40 Tage nüchtern, dann einen Kuchen gebacken", .recovery),
        ("Trois semaines sobre puis une bouteille de rhum", .neutral),
        ("J'ai rendu ma lame mais il m'en reste", .neutral),
        ("40 jours sobre, mais fière de moi", .recovery),
        ("Tres semanas sobrio y luego una botella de ron", .neutral),
        ("Entregué la navaja pero tengo más", .neutral),
        ("40 días sobria, pero feliz de estar viva", .recovery),
    ]

    @Test(arguments: turned)
    func `what follows a win over danger can take it back`(
        _ text: String, tone expected: Tone
    ) {
        #expect(everyone.read([text], mood: nil).tone == expected)
    }

    private static let undone: [(String, Tone)] = [
        ("i cant go one evening without drinking", .neutral),
        ("not one week without cutting", .neutral),
        ("trying not to hurt myself", .crisis),
        ("i didnt cut deep enough", .crisis),
        ("i havent cut since this afternoon", .neutral),
        ("i havent cut since monday", .recovery),
        ("keine Woche ohne ritzen", .crisis),
        ("ich versuche mich nicht zu schneiden", .crisis),
        ("nicht tief genug geritzt", .crisis),
        ("pas une semaine sans me couper", .crisis),
        ("j'essaie de ne pas me tuer", .crisis),
        ("pas coupé assez profond", .neutral),
        ("je ne veux plus mourir", .recovery),
        ("ni una semana sin cortarme", .crisis),
        ("intento no suicidarme", .crisis),
        ("no me corté lo bastante hondo", .crisis),
        ("ya no quiero morir", .recovery),
    ]

    @Test(arguments: undone)
    func `who cannot do without, and two negations, are no distance`(
        _ text: String, tone expected: Tone
    ) {
        #expect(everyone.read([text], mood: nil).tone == expected)
    }

    private static let told: [(String, Tone)] = [
        ("told my aunt that i want to die", .recovery),
        ("told my aunt that i want to die and she only laughed", .neutral),
        ("told my nurse about my thoughts, but she ignored me", .neutral),
        ("hab meiner Tante gesagt dass ich sterben will", .recovery),
        ("hab meiner Tante gesagt dass ich sterben will und sie hat nur gelacht", .crisis),
        ("Opa hat gesagt ich soll mich erhängen", .crisis),
        ("j'ai dit à ma tante que je veux mourir", .recovery),
        ("j'ai dit à ma tante que je veux mourir et elle s'est moquée", .crisis),
        ("le dije a mi tía que quiero morir", .recovery),
        ("le dije a mi tía que quiero morir y se burló", .crisis),
    ]

    @Test(arguments: told)
    func `who was told, and what came of it, counts`(
        _ text: String, tone expected: Tone
    ) {
        #expect(everyone.read([text], mood: nil).tone == expected)
    }

    private static let framed: [(String, Tone)] = [
        ("made pancakes for everyone one last time", .crisis),
        ("last run ever", .neutral),
        ("cleaned my desk so nobody has to find anything", .neutral),
        ("took a walk to the bridge", .neutral),
        ("ran along the bridge", .cheer),
        ("ran for two hours because i ate a bagel", .neutral),
        ("the voices were friendly today", .neutral),
        ("sang with the choir, all the voices together", .cheer),
        ("got beaten up on my way to work", .neutral),
        ("Zum letzten Mal für die Kinder gebacken", .neutral),
        ("Keller aufgeräumt damit Papa nichts findet", .neutral),
        ("Spaziergang zur Brücke", .neutral),
        ("Eine Stunde gelaufen weil ich Kuchen gegessen hab", .neutral),
        ("mit dem Rad über die Brücke gefahren", .cheer),
        ("Préparé le dîner une dernière fois", .neutral),
        ("Rangé le bureau pour que personne ne trouve rien", .neutral),
        ("Promenade jusqu'au pont", .neutral),
        ("Couru une heure parce que j'ai mangé une tarte", .neutral),
        ("Couru sur le pont ce matin", .cheer),
        ("Preparé la cena por última vez", .neutral),
        ("Limpié el cuarto para que nadie encuentre nada", .neutral),
        ("Paseo hasta el puente", .neutral),
        ("Corrí una hora porque comí pastel", .neutral),
        ("Corrí por el puente", .cheer),
    ]

    @Test(arguments: framed)
    func `what is told as a win may be none`(
        _ text: String, tone expected: Tone
    ) {
        #expect(everyone.read([text], mood: nil).tone == expected)
    }

    private static let alive: [(String, Tone)] = [
        ("i am only alive because of my hamster", .crisis),
        ("still here and glad", .recovery),
        ("lebe noch, nur wegen dem Hamster", .crisis),
        ("bin noch da und froh", .recovery),
        ("je suis encore là, que pour mon lapin", .crisis),
        ("je suis encore là et heureuse", .recovery),
        ("sigo aquí solo por mi conejo", .crisis),
        ("aquí sigo, agradecida de estar viva", .recovery),
        ("survived my attempt, sadly", .crisis),
        ("überlebt, leider", .crisis),
        ("survécu, hélas", .crisis),
        ("sobreviví, por desgracia", .crisis),
    ]

    @Test(arguments: alive)
    func `who is here only for others is not praised`(
        _ text: String, tone expected: Tone
    ) {
        #expect(everyone.read([text], mood: nil).tone == expected)
    }

    private static let overcome: [(String, Tone)] = [
        ("5 months since i left the guy who punched me", .recovery),
        ("never thought i would live to 30, today i turned 31", .recovery),
        ("wanted to cut, called my sister instead", .recovery),
        ("started therapy after months of suicidal thoughts", .recovery),
        ("meinen prügelnden Mann verlassen", .recovery),
        ("ein Jahr nach meinem Suizidversuch, ich lebe", .recovery),
        ("seit zwei Jahren kein Schnaps", .recovery),
        ("wollte mich ritzen, hab stattdessen gemalt", .recovery),
        ("quitté mon mari qui me cognait", .recovery),
        ("deux ans depuis ma tentative de suicide, je suis là", .recovery),
        ("je voulais me couper mais j'ai dessiné", .recovery),
        ("bloqueé a mi novio violento", .recovery),
        ("dos años desde mi intento de suicidio, aquí sigo", .recovery),
        ("quería cortarme pero llamé a mi hermana", .recovery),
    ]

    @Test(arguments: overcome)
    func `a win over danger may name what it overcame`(
        _ text: String, tone expected: Tone
    ) {
        #expect(everyone.read([text], mood: nil).tone == expected)
    }

    private static let beside: [(String, Tone)] = [
        ("Made lunch. 14 fresh cuts", .crisis),
        ("got r*ped at a party", .crisis),
        ("35 ibuprofen", .crisis),
        ("swallowed bleach", .crisis),
        ("shot up two ranks", .neutral),
        ("beat my cousin at ping pong", .cheer),
        ("Kuchen gebacken und mich geritzt", .crisis),
        ("40 Paracetamol", .crisis),
        ("Frostschutz getrunken", .crisis),
        ("Strick gekauft", .crisis),
        ("neues Seil zum Klettern gekauft", .cheer),
        ("fait du yoga et je me suis coupée", .crisis),
        ("35 dolipranes", .crisis),
        ("avalé de la javel", .crisis),
        ("acheté de la corde hier", .crisis),
        ("acheté une corde à sauter", .cheer),
        ("cociné y me corté el brazo", .crisis),
        ("35 paracetamoles", .crisis),
        ("tomé lejía", .crisis),
        ("compré la soga ayer", .crisis),
        ("tomé el sol en la playa", .cheer),
    ]

    @Test(arguments: beside)
    func `danger beside a win is danger, and a win beside its words is a win`(
        _ text: String, tone expected: Tone
    ) {
        #expect(everyone.read([text], mood: nil).tone == expected)
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
        #expect(tone("i want to be dead", mood: mood) == .crisis)
        #expect(tone("i only want it to be over", mood: mood) == .neutral)
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
        #expect(reader.read(["took a walk in purple rain"], mood: nil).tone == .crisis)
        #expect(reader.read(["purple rain"], mood: nil).tone == .crisis)
        #expect(reader.read(["all is grey"], mood: nil).tone == .gentle)
        #expect(reader.read(["my dog died"], mood: nil).tone == .neutral)
        #expect(reader.thanks(in: "en") == "Thanks.")
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
        #expect(tone(text, "I want to be dead") == .crisis)
    }

    @Test(arguments: [
        "30 days sober but i cut ", "told mom i want to die and she hit me ", "want|die ",
    ])
    func `the time to read a text grows with its length, not with the square of it`(
        piece: String
    ) {
        let reader = english
        func text(_ count: Int) -> String {
            String(String(repeating: piece, count: count / piece.count + 1).prefix(count))
        }
        func time(_ text: String) -> Duration {
            ContinuousClock().measure { _ = reader.read([text], mood: nil) }
        }
        let (short, long) = (text(2_500), text(20_000))
        _ = time(short)
        // Others use the machine, too: of several times the least counts.
        let times = (0..<5).map { _ in (short: time(short), long: time(long)) }
        let leastShort = times.map(\.short).min() ?? .zero
        let leastLong = times.map(\.long).min() ?? .zero
        // Eight times the text takes eight times the time; by the square, it would be 64 times.
        #expect(leastLong <= leastShort * 20)
    }

    @Test func `a sign is found wherever it is in a long sentence`() {
        for before in 0..<140 {
            let text = String(repeating: "and ", count: before) + "i want to be dead"
            #expect(tone(text) == .crisis, "after \(before) words")
        }
    }
}
