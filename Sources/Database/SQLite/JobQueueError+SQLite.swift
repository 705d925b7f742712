import GRDB

extension JobQueueError {
    /// Classifies SQLite's result code by what the user can do about it.
    package init(_ error: any Error, path: String) {
        if let error = error as? JobQueueError {
            self = error
            return
        }
        if let error = error as? DamagedRow {
            self = .corrupt(path: path, detail: error.detail)
            return
        }
        guard let error = error as? DatabaseError else {
            self = .refused(detail: "\(error)")
            return
        }
        // Statements' arguments stay out: they may hold a person's id.
        let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY: self = .disk(path: path, detail: detail)
        case .SQLITE_NOTADB: self = .notAQueue(path: path)
        case .SQLITE_CORRUPT: self = .corrupt(path: path, detail: detail)
        // A sum of stored numbers, or one more than a stored number, is not a whole number of 64 bits any more.
        case .SQLITE_ERROR where error.message == "integer overflow",
            .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE:
            self = .corrupt(path: path, detail: detail)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self = .cannotOpen(path: path, detail: detail)
        default: self = .refused(detail: detail)
        }
    }
}
