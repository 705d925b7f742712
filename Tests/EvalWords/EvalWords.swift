import Foundation

/// Prints how the sentences of corpora are read, by language, label and theme: `EvalWords <file>…`.
@main
struct EvalWords {
    static func main() throws {
        var confusion = Confusion()
        for path in CommandLine.arguments.dropFirst() {
            try confusion.add(String(contentsOfFile: path, encoding: .utf8))
        }
        print(confusion.table, terminator: "")
    }
}
