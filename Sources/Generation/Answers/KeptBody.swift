public import Foundation

/// Reads the body of an answer that was kept whole.
public enum KeptBody {
    /// The pictures in a body, in the order in which they are to be tried; none for an unknown provider.
    ///
    /// Their receipts have what the body says, and so no id of the request.
    ///
    /// - Parameter isLikely: Whether a picture may be what was requested, by its first bytes. The others come last, so that no
    ///   number of them displaces it.
    public static func pictures(
        in body: Data, of provider: String, isLikely: (Data) -> Bool = { _ in true }
    ) -> [GeneratedPicture] {
        switch provider {
        case ProviderName.gemini:
            GeminiAnswer(body, to: wanted, requestID: nil, key: nil)
                .map { tried(of: $0.pictures, isLikely) } ?? []
        case ProviderName.openai:
            OpenAIAnswer(body, to: wanted, requestID: nil, key: nil)
                .map { tried(of: $0.pictures, isLikely) } ?? []
        default: []
        }
    }

    private static func tried(
        of pictures: some Sequence<GeneratedPicture>, _ isLikely: (Data) -> Bool
    ) -> [GeneratedPicture] {
        var likely: [GeneratedPicture] = []
        var others: [GeneratedPicture] = []
        for picture in pictures {
            if isLikely(picture.data) {
                likely.append(picture)
                if likely.count == mostTried { break }
            } else if others.count < mostTried {
                others.append(picture)
            }
        }
        return Array((likely + others).prefix(mostTried))
    }

    private static let wanted = Wanted.picture(.portrait)

    /// More than a service sends, and few enough to be decoded one after another.
    private static let mostTried = 20
}
