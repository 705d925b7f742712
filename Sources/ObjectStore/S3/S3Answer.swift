import Foundation
import FoundationXML

/// A page of a list of objects.
struct S3Page {
    var objects: [StoredObject] = []
    /// Where the next page begins; `nil` on the last.
    var next: String?

    /// Reads an answer of ListObjectsV2; `nil` if it is another.
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
    let message: String

    init(_ body: Data) {
        let root = XMLTexts(body)
        code = root?["Code"].first ?? ""
        message = root?["Message"].first ?? ""
    }
}

/// A bucket's rules on what becomes of objects by their age.
public struct BucketRules: Sendable, Equatable {
    /// How the keys begin that a rule removes.
    public private(set) var expiring: [String]
    /// How the keys begin that a rule moves to where they cannot be read at once.
    public private(set) var archiving: [String]

    /// Lists the beginnings of keys that rules are about; none unless said otherwise.
    public init(expiring: [String] = [], archiving: [String] = []) {
        self.expiring = expiring
        self.archiving = archiving
    }

    /// Whether a bucket keeps what is removed, by an answer of GetBucketVersioning; `nil` if it is another.
    static func keepsVersions(_ body: Data) -> Bool? {
        guard let root = XMLTexts(body), root.name == "VersioningConfiguration" else { return nil }
        return root["Status"] == ["Enabled"]
    }

    /// Reads an answer of GetBucketLifecycleConfiguration; `nil` if it is another.
    init?(_ body: Data) {
        guard let root = XMLTexts(body, each: "Rule"), root.name == "LifecycleConfiguration" else {
            return nil
        }
        self.init()
        for rule in root.parts {
            // No object of ours has a tag.
            guard rule["Rule/Status"] == ["Enabled"],
                !rule.keys.contains(where: { $0.contains("/Tag/") })
            else { continue }
            let prefix = ["Filter/", "Filter/And/", ""].lazy.compactMap {
                rule["Rule/\($0)Prefix"]?.first
            }.first
            if ["Days", "Date"].contains(where: { rule["Rule/Expiration/\($0)"] != nil }) {
                expiring.append(prefix ?? "")
            }
            let classes = rule["Rule/Transition/StorageClass"] ?? []
            if classes.contains(where: Self.archives.contains) { archiving.append(prefix ?? "") }
        }
    }

    private static let archives: Set<String> = ["GLACIER", "DEEP_ARCHIVE"]
}

/// The texts of an XML document, by the names of their elements, in their order.
private final class XMLTexts: NSObject, XMLParserDelegate {
    private(set) var name = ""
    /// The texts within each element of one name, by the names of the elements from there on, with slashes between.
    private(set) var parts: [[String: [String]]] = []
    private var texts: [String: [String]] = [:]
    private var text = ""
    private let partName: String?
    /// The names of the open elements of a part, from its own on.
    private var open: [String] = []

    init?(_ document: Data, each partName: String? = nil) {
        self.partName = partName
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
        if element == partName { parts.append([:]) }
        if element == partName || !open.isEmpty { open.append(element) }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        texts[element, default: []].append(text)
        if !open.isEmpty {
            parts[parts.count - 1][open.joined(separator: "/"), default: []].append(text)
            open.removeLast()
        }
        text = ""
    }
}
