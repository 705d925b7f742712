package import Foundation
import Ground
package import JobQueue

/// A list of persons to invite, in comma-separated values: read strictly, since each line becomes a link.
package enum InviteList {
    /// Why a list is not read; nothing of it is repeated but the names of columns.
    package enum Fault: Error, Sendable, Equatable {
        case tooLarge
        /// It is not UTF-8, or has characters that no name has.
        case notText
        /// The first line does not name the columns.
        case noColumns
        /// The first line has an unknown name, or one twice.
        case column(String)
        /// It names no person.
        case empty
        case tooMany
        /// A line, counted from 1, cannot be used.
        case line(Int, LineFault)
    }

    /// What is wrong with a line.
    package enum LineFault: Sendable, Equatable {
        /// Quotation marks are not in pairs, or within a cell that has none around it.
        case quotes
        /// It has more or fewer cells than there are columns.
        case cells
        case id
        /// An earlier line has the same id.
        case repeatedID
        case tooLong
        case email
    }

    /// The columns that a list can have; only the first is required.
    package enum Column: String, Sendable, CaseIterable {
        case id, name, department, email

        /// In scalars.
        var most: Int { self == .email ? 254 : 200 }
    }

    /// In bytes.
    package static let mostBytes = 2_000_000
    /// More than a company's department, and few enough for one transaction.
    package static let mostPersons = 5000

    /// Reads a list.
    ///
    /// The first line names the columns, in any order. Cells are divided by commas, or by semicolons if the first line is: so
    /// do spreadsheets in many countries.
    package static func persons(
        in bytes: Data, space: Space
    ) throws(Fault) -> [NewInvitee] {
        guard bytes.count <= mostBytes else { throw .tooLarge }
        guard var text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        var lines = text.unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }
        ).map { $0.last == "\r" ? $0.dropLast() : $0 }
        while lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count <= mostPersons + 1 else { throw .tooMany }
        guard let first = lines.first else { throw .noColumns }
        let separator: Unicode.Scalar = first.contains(";") && !first.contains(",") ? ";" : ","
        let columns = try columns(first, separator)
        guard lines.count > 1 else { throw .empty }
        var ids: Set<String> = []
        var persons: [NewInvitee] = []
        for (index, line) in lines.enumerated().dropFirst() {
            // A name of one line: a line break within quotation marks leaves these without their pair.
            guard line.allSatisfy({ $0.shown == $0 }) else { throw .notText }
            do throws(LineError) {
                let person = try person(in: line, columns, separator, space)
                guard ids.insert(person.person.rawValue).inserted else {
                    throw LineError(fault: .repeatedID)
                }
                persons.append(person)
            } catch {
                throw .line(index + 1, error.fault)
            }
        }
        return persons
    }

    /// Whether a text can be the id of an invited person: what the routes take as an id, so that no one gives a name or an
    /// address by mistake; ids are in logs and in names of files.
    package static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy(idLetters.contains)
    }

    private struct LineError: Error { let fault: LineFault }

    private static let idLetters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-".utf8)

    private typealias Line = Substring.UnicodeScalarView

    private static func columns(
        _ line: Line, _ separator: Unicode.Scalar
    ) throws(Fault) -> [Column] {
        let names: [String]
        do throws(LineError) {
            names = try cells(of: line, separator)
        } catch {
            throw .noColumns
        }
        var columns: [Column] = []
        for name in names {
            let name = name.lowercased()
            guard let column = Column(rawValue: name), !columns.contains(column) else {
                throw .column(name.cleaned(atMost: 40))
            }
            columns.append(column)
        }
        guard columns.contains(.id) else { throw .noColumns }
        return columns
    }

    private static func person(
        in line: Line, _ columns: [Column], _ separator: Unicode.Scalar, _ space: Space
    ) throws(LineError) -> NewInvitee {
        let cells = try cells(of: line, separator)
        guard cells.count == columns.count else { throw LineError(fault: .cells) }
        var values: [Column: String] = [:]
        for (column, cell) in zip(columns, cells) {
            guard cell.unicodeScalars.count <= column.most else { throw LineError(fault: .tooLong) }
            values[column] = cell
        }
        guard let id = values[.id], isID(id), let person = Person(named: id, in: space) else {
            throw LineError(fault: .id)
        }
        let email = values[.email] ?? ""
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard email.isEmpty || parts.count == 2 && !parts.contains("") && !email.contains(" ")
        else { throw LineError(fault: .email) }
        return NewInvitee(
            person: person, name: values[.name] ?? "", department: values[.department] ?? "",
            email: email)
    }

    /// The cells of a line (RFC 4180), without white space around them.
    private static func cells(
        of line: Line, _ separator: Unicode.Scalar
    ) throws(LineError) -> [String] {
        var cells: [String] = []
        var rest = line[...]
        while true {
            let cell: String.UnicodeScalarView
            if rest.first == "\"" {
                guard let quoted = quoted(&rest), rest.isEmpty || rest.first == separator else {
                    throw LineError(fault: .quotes)
                }
                cell = quoted
            } else {
                let end = rest.firstIndex(of: separator) ?? rest.endIndex
                cell = String.UnicodeScalarView(rest[..<end])
                guard !cell.contains("\"") else { throw LineError(fault: .quotes) }
                rest = rest[end...]
            }
            cells.append(String(cell).trimmingCharacters(in: .whitespaces))
            guard rest.first == separator else { return cells }
            rest = rest.dropFirst()
        }
    }

    /// Takes a cell within quotation marks, of which two stand for one; `nil` if it has no end.
    private static func quoted(_ rest: inout Line) -> String.UnicodeScalarView? {
        var cell = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let end = rest.firstIndex(of: "\"") {
            cell.append(contentsOf: rest[..<end])
            rest = rest[rest.index(after: end)...]
            guard rest.first == "\"" else { return cell }
            cell.append("\"")
            rest = rest.dropFirst()
        }
        return nil
    }
}
