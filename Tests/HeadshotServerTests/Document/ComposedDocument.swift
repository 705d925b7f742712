import Foundation
import HTTPTypes
import JobQueue

@testable import HeadshotServer

/// The OpenAPI document: what is written by hand, and in each operation what follows from the route's declaration.
///
/// A response that is written by hand stays as it is. The text is kept line by line, so that the document can be read.
struct ComposedDocument {
    private let lines: [Substring]
    private let rules: [String: AccessRules]

    init(_ text: String, _ declarations: [RouteDeclaration]) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        rules = Dictionary(
            uniqueKeysWithValues: declarations.map {
                ("\($0.method.rawValue.lowercased()) \($0.path)", $0.rules)
            })
    }

    var text: String {
        var composed: [String] = []
        var (path, method, takesBody) = ("", "", false)
        var rest = lines[...]
        while let line = rest.popFirst() {
            composed.append(String(line))
            if let match = line.wholeMatch(of: #/    "(/[^"]*)": \{/#) { path = String(match.1) }
            if let match = line.wholeMatch(of: #/      "(get|put|post|delete|patch)": \{/#) {
                (method, takesBody) = (String(match.1), false)
            }
            if line.hasPrefix("        \"requestBody\": {") { takesBody = true }
            guard line == "        \"responses\": {", let rules = rules["\(method) \(path)"] else {
                continue
            }
            var responses = Self.references(rules, takesBody: takesBody)
            responses.merge(Self.written(&rest)) { $1 }
            composed.append(
                responses.sorted { $0.key < $1.key }.map(\.value).joined(separator: ",\n"))
        }
        return composed.joined(separator: "\n")
    }

    /// The responses that are written by hand, by status, without the lines that separate them.
    private static func written(_ rest: inout ArraySlice<Substring>) -> [String: String] {
        var responses: [String: [String]] = [:]
        var status = ""
        while let line = rest.first, !line.hasPrefix("        }") {
            rest.removeFirst()
            if let match = line.prefixMatch(of: #/          "(\d+)": /#) {
                status = String(match.1)
            }
            responses[status, default: []].append(String(line))
        }
        return responses.mapValues { lines in
            var lines = lines
            if lines[lines.count - 1].hasSuffix(",") { lines[lines.count - 1].removeLast() }
            return (lines.count > 1 ? identified(lines) : lines).joined(separator: "\n")
        }
    }

    /// A response with the header that each one has.
    private static func identified(_ lines: [String]) -> [String] {
        let header = ##""X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}"##
        var lines = lines
        if let headers = lines.firstIndex(of: "            \"headers\": {") {
            lines.insert("              \(header),", at: headers + 1)
        } else {
            let isLast = !lines[1].hasSuffix(",")
            if isLast { lines[1] += "," }
            lines.insert("            \"headers\": {\(header)}\(isLast ? "" : ",")", at: 2)
        }
        return lines
    }

    private static func references(_ rules: AccessRules, takesBody: Bool) -> [String: String] {
        var names = [
            405: "MethodNotAllowed", 421: "Misdirected", 431: "HeadersTooLarge", 500: "Defect",
        ]
        if !rules.holders.isEmpty {
            names.merge([
                400: "Malformed", 401: "Unauthenticated", 403: "Forbidden", 410: "Gone",
                503: "Busy", 507: "Disk",
            ]) { $1 }
            if rules.feature != nil { names[404] = "Off" }
            if rules.plan != nil { names[403] = "Plan" }
            // The events of a store are not limited: many may come at once.
            if rules.holders != [.store] {
                names[429] = rules.effect == .creates ? "RateOrPersons" : "Rate"
            }
        }
        if takesBody { names.merge([408: "TooSlow", 413: "TooLarge", 415: "Unsupported"]) { $1 } }
        return Dictionary(
            uniqueKeysWithValues: names.map { status, name in
                let reference = ##"{"$ref": "#/components/responses/\##(name)"}"##
                return ("\(status)", "          \"\(status)\": \(reference)")
            })
    }
}
