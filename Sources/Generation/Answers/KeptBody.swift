public import Foundation

/// Reads the body of an answer that was kept whole.
public enum KeptBody {
    /// The pictures in a body, in the order in which they are to be tried; none for an unknown provider.
    ///
    /// Their receipts have what the body says, and so no id of the request.
    public static func pictures(in body: Data, of provider: String) -> [GeneratedPicture] {
        switch provider {
        case ProviderName.gemini:
            GeminiAnswer(body, to: wanted, key: nil)?.pictures(atMost: mostTried) ?? []
        case ProviderName.openai:
            OpenAIAnswer(body, to: wanted, requestID: nil, key: nil)?
                .pictures(atMost: mostTried) ?? []
        default: []
        }
    }

    private static let wanted = Wanted.picture(.portrait)

    /// More than a service sends, and few enough to be decoded one after another.
    private static let mostTried = 20
}
