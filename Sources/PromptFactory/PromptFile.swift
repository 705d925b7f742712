import Foundation

/// A text file that a person edits: its lines, with the numbers that an editor shows.
struct PromptFile {
    /// One line without trailing white space.
    struct Line {
        /// The line's number, counted from 1.
        let number: Int
        let text: String
    }

    let path: String

    /// The lines from the first to the last that is not blank; at least one.
    let lines: [Line]

    /// Reads a file and checks that it is UTF-8 and not blank.
    init(path: String) throws(PromptError) {
        self.path = path

        var lines: [Line] = []
        let newline = UInt8(ascii: "\n")
        for bytes in try contents(ofFile: path).split(
            separator: newline, omittingEmptySubsequences: false)
        {
            let number = lines.count + 1
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .notUTF8(file: path, line: number)
            }
            lines.append(Line(number: number, text: text.trimmingEnd()))
        }

        guard let first = lines.firstIndex(where: { !$0.text.isEmpty }),
            let last = lines.lastIndex(where: { !$0.text.isEmpty })
        else { throw .emptyFile(file: path) }
        self.lines = Array(lines[first...last])
    }
}

func contents(ofFile path: String) throws(PromptError) -> Data {
    do {
        return try Data(contentsOf: URL(filePath: path))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        throw .missingFile(file: path)
    } catch {
        throw .unreadableFile(file: path, reason: error.localizedDescription)
    }
}

extension String {
    /// Returns the string without trailing white space, including a carriage return.
    fileprivate func trimmingEnd() -> String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }
}
