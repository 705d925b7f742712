import Foundation

/// What no text that a person reads may say, wherever it comes from.
public enum Wording {
    /// A kind of text that is not shown.
    public enum Fault: String, Sendable, CaseIterable {
        /// Claims about health, diagnoses, medical or dietary advice.
        case medical
        /// A judgement of how a person or a body looks.
        case looks
        /// Shame, guilt, pressure.
        case shame
        /// Procedures that change a body.
        case procedure
        /// Promises that no one can keep.
        case promise
    }

    /// What is wrong with a text: the kind, and the phrase; `nil` if nothing is found.
    public static func fault(in text: String) -> (fault: Fault, phrase: String)? {
        let words = normalised(text)
        for (fault, phrases) in lists {
            let phrase = phrases.first { phrase in
                let isOpen = phrase.hasSuffix("*")
                return words.contains(" \(isOpen ? String(phrase.dropLast()) : "\(phrase) ")")
            }
            if let phrase { return (fault, phrase) }
        }
        return nil
    }

    /// Phrases that are looked for whatever the letters' case, accents and signs between the words; a `*` at the end stands
    /// for any ending of the last word.
    private static let lists: [(Fault, [String])] = [
        (
            Fault.medical,
            """
            medical*, medicine*, medication*, diagnos*, symptom*, clinical*, disease*, \
            disorder*, depression, depressive, depressed, anxiety, bipolar, adhd, eczema, \
            rosacea, acne, dermatolog*, doctor*, therap*, treatment*, cure, cures, cured, \
            healthy skin, skin health, health benefit*, skin clarity, clear skin, clears skin, \
            clears your skin, detox*, supplement*, calorie*, diet, diets, dieting, fasting, \
            vitamin*, dosage, milligram*
            """
        ),
        (
            .looks,
            """
            attractive*, unattractive*, ugly, ugliness, hideous, prettier, hotness, sexy, \
            sexier, beauty score, out of ten, your looks are, better looking, good looking, bad \
            looking, flaw, flaws, flawed, imperfection*, fat, fatter, overweight, obese, chubby, \
            skinny, too thin, lose weight, weight loss, gain weight, slimmer, slimming, double \
            chin, big nose, small eyes, wrinkle*, saggy, look old, look older, looks old, aging, \
            weak chin, weak jaw*, jawline definition, asymmetr*, your race, your ethnicity
            """
        ),
        (
            .shame,
            """
            shame, shameful, ashamed, pathetic, lazy, laziness, loser, failure, disappointing, \
            disappointed in you, embarrassing, embarrass yourself, you failed, your fault, you \
            should have, you shouldve, no excuse, no excuses, stop complaining, stop whining, \
            get over it, worthless, useless, not good enough, try harder, others do more, \
            everyone else, better than others, what is wrong with you, whats wrong with you, you \
            always, you never
            """
        ),
        (
            .procedure,
            """
            surgery, surgeries, surgical*, botox, filler, fillers, rhinoplast*, liposuction, \
            facelift*, face lift, implant*, injection*, microneedling, chemical peel*, laser*, \
            skin lightening, skin bleaching, bonesmash*, mewing, steroid*
            """
        ),
        (
            .promise,
            """
            guarantee*, scientific accuracy, scientifically proven, clinically proven, \
            professional assessment, will make you beautiful, results in
            """
        ),
    ].map { ($0, $1.split(separator: ", ").map(String.init)) }

    /// Small letters without accents, one space around each word; what joins the letters of a word is dropped.
    private static func normalised(_ text: String) -> String {
        let plain = text.lowercased()
            .replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
            .folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        var words = " "
        for scalar in plain.unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                words.unicodeScalars.append(scalar)
            } else if !joiners.contains(scalar), words.last != " " {
                words.append(" ")
            }
        }
        return words.last == " " ? words : words + " "
    }

    /// "can't" is written without its apostrophe as often as with it; soft hyphens and joiners hide words.
    private static let joiners: Set<Unicode.Scalar> = [
        "'", "’", "‘", "`", "´", "ʼ", "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}",
        "\u{FEFF}",
    ]
}
