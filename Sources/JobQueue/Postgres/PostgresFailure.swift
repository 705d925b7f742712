/// Why PostgreSQL did not do what it was asked.
enum PostgresFailure: Error, Equatable {
    /// No connection was made, so nothing was asked.
    case unreachable(detail: String)
    /// The connection is refused, for what no other try mends: the user, the database, or a certificate.
    case denied(detail: String)
    /// The connection broke, or the server was silent for too long; an open transaction is undone.
    case lost
    /// The connection broke, or was warned, after COMMIT was sent: the transaction is either there or not.
    case outcomeUnknown
    /// The server may have forgotten payments, and the queue has not learned them again.
    case notReconciled
    /// A pooler is in between that gives each transaction or statement another session, so that locks and messages are lost.
    case pooled
    /// The server refused a statement, with an SQLSTATE; an open transaction can only be rolled back.
    case refused(state: String, detail: String)
}

extension PostgresFailure {
    /// A refusal, without the values that the server may repeat in its words.
    static func refusal(state: String, message: String) -> PostgresFailure {
        // Class 22 is about a value, and quotes it: it may be a person's id.
        .refused(state: state, detail: state.hasPrefix("22") ? "a value was refused" : message)
    }

    /// Whether the connection is of no use any more: it broke, or the server ends or only reads.
    var isOfLink: Bool {
        switch self {
        case .lost, .unreachable: true
        case .denied, .outcomeUnknown, .notReconciled, .pooled: false
        // 25006 is a server that takes no writes, such as a standby.
        case .refused(let state, _): isServersEnd || state == "25006"
        }
    }

    /// Whether the server answers and takes no writes at present: it is a standby, was set to read only, or its disk is full.
    var refusesWrites: Bool {
        guard case .refused(let state, _) = self else { return false }
        return state == "25006" || state == "53100"
    }

    /// What is said of a server that is away.
    var whyAway: String {
        switch self {
        case .unreachable(let detail), .refused(_, let detail): detail
        default: "the connection broke"
        }
    }

    /// Whether the same may succeed a little later, with nothing done meanwhile.
    var mayPass: Bool {
        if case .denied = self { return true }
        return isOfLink || isBusy || isConflict || refusesWrites
    }

    /// Whether the server undid a transaction because of another one, or at somebody's word, so that it can be done again.
    var isConflict: Bool {
        guard case .refused(let state, let detail) = self else { return false }
        if isStalePlan { return true }
        // A serialization failure, a deadlock, a statement that an operator cancelled, or a place of a day that another
        // charge has just taken.
        return ["40001", "40P01", "57014"].contains(state)
            || state == "23505" && PostgresSchema.placesOfADay.contains { detail.contains($0) }
    }

    /// Whether a newer program has migrated the tables since the server planned a statement.
    var isStalePlan: Bool {
        guard case .refused("0A000", _) = self else { return false }
        return true
    }

    /// Whether a lock was held by others for too long.
    var isBusy: Bool {
        guard case .refused("55P03", _) = self else { return false }
        return true
    }

    /// Whether the server refused because the connection or the server itself ends.
    var isServersEnd: Bool {
        guard case .refused(let state, _) = self else { return false }
        // 25P03 is a transaction in which this program was silent for too long, such as a process that was stopped.
        return state.hasPrefix("57P") || state.hasPrefix("08") || state == "25P03"
    }
}

extension JobQueueError {
    /// Classifies what went wrong with a server by what the user can do about it.
    init(_ error: any Error, place: PostgresPlace) {
        if let error = error as? JobQueueError {
            self = error
            return
        }
        if let error = error as? DamagedRow {
            self = .corrupt(path: place.name, detail: error.detail)
            return
        }
        switch error as? PostgresFailure {
        case .denied(let detail): self = .denied(place: place.name, detail: detail)
        case .unreachable(let detail): self = .unreachable(place: place.name, detail: detail)
        case .lost: self = .unreachable(place: place.name, detail: "the connection broke")
        case .outcomeUnknown: self = .outcomeUnknown(place: place.name)
        case .notReconciled: self = .notReconciled(place: place.name)
        // It waited too long for a lock.
        case .refused("55P03", _): self = .busy(path: place.name)
        // It has no right to a thing, or to no schema at all.
        case .refused("42501", let detail), .refused("3F000", let detail):
            self = .forbidden(place: place.name, detail: detail)
        case .pooled: self = .pooled(place: place.name)
        case .refused(_, let detail) where (error as? PostgresFailure)?.refusesWrites == true:
            self = .readOnly(place: place.name, detail: detail)
        case .refused(_, let detail) where (error as? PostgresFailure)?.isServersEnd == true:
            self = .unreachable(place: place.name, detail: detail)
        // All of the memory, or all of the connections are used up.
        case .refused(let state, let detail) where state.hasPrefix("53"):
            self = .disk(path: place.name, detail: detail)
        case .refused(let state, let detail):
            self = .refused(detail: "\(detail) (SQLSTATE \(state))")
        case nil: self = .refused(detail: "\(error)")
        }
    }
}
