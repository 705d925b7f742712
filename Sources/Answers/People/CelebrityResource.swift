package import Companion
import Ground
import JobQueue
import People

/// Somebody who is known for a person's style.
package struct CelebrityContent: Encodable {
    let day: LocalDay
    let name: String
    /// What of the style may be tried; never about looks.
    let why: String
    /// The shape and the theme that were looked for; absent where they are not known.
    let faceShape: String?
    let theme: String?
    let queries: [Searches.Search]

    /// What a model writes.
    fileprivate struct MatchText: Decodable, Sendable {
        let name: String
        let why: String
        let queries: [String]
    }
}

package typealias CelebrityResource = Improvable<CelebrityContent>

extension CelebrityResource {
    package init(_ match: KeptMatch, _ reply: Reply?) {
        let told = ModelText<CelebrityContent.MatchText>(reply)
        self.init(
            CelebrityContent(
                day: match.day, name: told.answer?.name ?? match.name,
                why: told.answer?.why ?? match.why, faceShape: match.faceShape,
                theme: match.theme,
                queries: (told.answer?.queries ?? match.queries).map(Searches.Search.init)),
            told.origin)
    }
}
