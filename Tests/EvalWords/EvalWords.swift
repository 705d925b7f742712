import Foundation

/// Prints how the sentences of corpora are read, by language, label and theme, and how long one takes:
/// `EvalWords <file>…`.
@main
struct EvalWords {
    static func main() throws {
        var confusion = Confusion()
        let files = try CommandLine.arguments.dropFirst().map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        for file in files { try confusion.add(file) }
        print(confusion.table, terminator: "")
        let texts = confusion.counts.values.reduce(0) { $0 + $1.values.reduce(0, +) }
        let microseconds = confusion.time / Duration.microseconds(max(1, texts))
        let shown = microseconds.formatted(.number.precision(.fractionLength(1)))
        print("\(texts) texts, \(shown) µs each")
    }
}
