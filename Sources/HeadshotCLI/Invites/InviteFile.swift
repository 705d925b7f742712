import Answers
import Foundation
import Ground
import Invites
import JobQueue

/// A file that lists persons to invite.
enum InviteFile {
    /// The persons of a file; `-` is standard input.
    static func persons(
        in path: String, space: Space
    ) async throws -> [NewInvitee] {
        let bytes = await BlockingFiles.run { read(path) }
        guard let bytes else {
            throw UserMessage(
                .usage, "unreadable_list", "The list of persons cannot be read: \(path)",
                "It holds comma-separated values in UTF-8, with the columns id, name, department and email."
            )
        }
        do throws(InviteList.Fault) {
            return try InviteList.persons(in: bytes, space: space)
        } catch {
            throw UserMessage(
                .usage, "bad_list", "The list of persons cannot be used: \(error.sentence)",
                "No one was invited. Correct the list, and try again.")
        }
    }

    /// At most one byte more than a list may have.
    private static func read(_ path: String) -> Data? {
        let most = InviteList.mostBytes + 1
        guard path != "-" else { return try? upTo(most, of: FileHandle.standardInput) }
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return try? upTo(most, of: file)
    }

    /// A pipe gives its bytes in parts.
    private static func upTo(_ most: Int, of file: FileHandle) throws -> Data {
        var bytes = Data()
        while bytes.count < most,
            let part = try file.read(upToCount: most - bytes.count), !part.isEmpty
        {
            bytes += part
        }
        return bytes
    }
}

extension InviteList.Fault {
    /// What is wrong; no cell is repeated, since it may be a name.
    var sentence: String {
        switch self {
        case .tooLarge: "it has more than \(InviteList.mostBytes / 1_000_000) MB."
        case .notText: "it is not text in UTF-8, or has a tab or another control character."
        case .noColumns:
            "its first line names no column 'id'; the columns are \(Self.columns)."
        case .column(let name):
            "its first line has the column '\(name)', twice or unknown; the columns are \(Self.columns)."
        case .empty: "it names no person."
        case .tooMany: "it has more than \(InviteList.mostPersons) persons."
        case .line(let number, let fault): "line \(number) \(fault.words)."
        }
    }

    private static let columns = InviteList.Column.allCases.map(\.rawValue)
        .joined(separator: ", ")
}

extension InviteList.LineFault {
    fileprivate var words: String {
        switch self {
        case .quotes: "has quotation marks that are not in pairs around a cell"
        case .cells: "has another number of cells than the first line"
        case .id:
            "has no id of 1 to 64 letters, digits, periods, hyphens, underscores and tildes"
        case .repeatedID: "has the id of an earlier line"
        case .tooLong: "has a cell that is too long"
        case .email: "has a cell that is not an e-mail address"
        }
    }
}
