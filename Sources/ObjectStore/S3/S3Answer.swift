import Foundation
import FoundationXML

/// A page of a list of objects.
struct S3Page {
    var objects: [StoredObject] = []
    /// Where the next page begins; `nil` on the last.
    var next: String?

    /// Reads an answer of ListObjectsV2; `nil` if it is none.
    init?(_ body: Data) {
        guard let root = XMLTexts(body), root.name == "ListBucketResult" else { return nil }
        for (key, written) in zip(root["Key"], root["LastModified"]) {
            guard let date = Self.date(written) else { return nil }
            objects.append(StoredObject(key: key, written: date))
        }
        guard root["Key"].count == root["LastModified"].count else { return nil }
        if root["IsTruncated"] == ["true"] {
            guard let token = root["NextContinuationToken"].first else { return nil }
            next = token
        }
    }

    /// With fractions of a second, or without.
    private static func date(_ text: String) -> Date? {
        [true, false].lazy.compactMap { fractions in
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fractions)
            return try? Date(text, strategy: style)
        }.first
    }
}

/// What a store says against a request.
struct S3Refusal {
    /// Its word for the reason, such as `NoSuchKey`; empty if it says nothing.
    let code: String
    /// Its sentence.
    let message: String

    init(_ body: Data) {
        let root = XMLTexts(body)
        code = root?["Code"].first ?? ""
        message = root?["Message"].first ?? ""
    }
}

/// The texts of an XML document, by the names of their elements, in their order.
private final class XMLTexts: NSObject, XMLParserDelegate {
    /// The name of the outermost element.
    private(set) var name = ""
    private var texts: [String: [String]] = [:]
    private var text = ""

    /// Reads a document; `nil` if it is not XML.
    init?(_ document: Data) {
        super.init()
        let parser = XMLParser(data: document)
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    subscript(_ element: String) -> [String] { texts[element] ?? [] }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        if name.isEmpty { name = element }
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        texts[element, default: []].append(text)
        text = ""
    }
}
