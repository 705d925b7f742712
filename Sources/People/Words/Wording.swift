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
        let text = Phrases(in: text)
        for (fault, phrases) in lists {
            if let phrase = text.first(of: phrases) { return (fault, phrase) }
        }
        return nil
    }

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
}
