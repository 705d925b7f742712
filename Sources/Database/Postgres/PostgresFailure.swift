/// Why PostgreSQL did not do what it was asked.
enum PostgresFailure: Error, Equatable {
    /// No connection was made, so nothing was asked.
    case unreachable(detail: String)
    /// The connection is refused, for a cause that no other try removes: the user, the database, or a certificate.
    case connectionRefused(detail: String)
    /// The connection broke, or the server was silent for too long; an open transaction is undone.
    case lost
    /// The connection broke, or was warned, after COMMIT was sent: the transaction is either there or not.
    case outcomeUnknown
    /// The server may have forgotten payments, and the queue has not learned them again.
    case notReconciled
    /// A pooler is in between that gives each transaction or statement another session, so that locks and messages are lost.
    case transactionPooler
    /// The server refused a statement, with an SQLSTATE and perhaps the name of a condition or an index; an open transaction
    /// can only be rolled back.
    case refused(state: String, detail: String, constraint: String? = nil)
}

extension PostgresFailure {
    /// A refusal, without the values that the server may repeat in its words.
    static func refusal(
        state: String, message: String, constraint: String? = nil
    ) -> PostgresFailure {
        // Class 22 is about a value, and quotes it: it may be a person's id.
        let detail = state.hasPrefix("22") ? "a value was refused" : message
        return .refused(state: state, detail: detail, constraint: constraint)
    }

    /// The SQLSTATE with which the server refused; `nil` if it did not.
    private var state: String? {
        if case .refused(let state, _, _) = self { state } else { nil }
    }

    /// Whether the connection is of no use any more: it broke, or the server ends or only reads.
    var isOfLink: Bool {
        switch self {
        case .lost, .unreachable: true
        case .connectionRefused, .outcomeUnknown, .notReconciled, .transactionPooler: false
        // 25006 is a server that takes no writes, such as a standby.
        case .refused(let state, _, _): isServersEnd || state == "25006"
        }
    }

    /// Whether the server answers and takes no writes at present: it is a standby, was set to read only, or its disk is full.
    var refusesWrites: Bool { state == "25006" || state == "53100" }

    /// What is said of a server that is away.
    var whyAway: String {
        switch self {
        case .unreachable(let detail), .refused(_, let detail, _): detail
        default: "the connection broke"
        }
    }

    /// Whether the same may succeed a little later, with nothing done meanwhile.
    ///
    /// - Parameter races: See ``Schema/races``.
    func isTransient(_ races: Set<String>) -> Bool {
        if case .connectionRefused = self { return true }
        return isOfLink || isBusy || isConflict(races) || refusesWrites
    }

    /// Whether the server undid a transaction because of another one, or at somebody's word, so that it can be done again.
    ///
    /// - Parameter races: See ``Schema/races``.
    func isConflict(_ races: Set<String>) -> Bool {
        guard case .refused(let state, _, let constraint) = self else { return false }
        if isStalePlan { return true }
        // A serialization failure, a deadlock, a statement that an operator cancelled, or a row that another transaction has
        // just written.
        return ["40001", "40P01", "57014"].contains(state)
            || state == "23505" && constraint.map(races.contains) ?? false
    }

    /// Whether a newer program has migrated the tables since the server planned a statement.
    var isStalePlan: Bool { state == "0A000" }

    /// Whether a lock was held by others for too long.
    var isBusy: Bool { state == "55P03" }

    /// Whether the server refused because the connection or the server itself ends.
    var isServersEnd: Bool {
        guard let state else { return false }
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
        guard let failure = error as? PostgresFailure else {
            self = .refused(detail: "\(error)")
            return
        }
        switch failure {
        case .connectionRefused(let detail):
            self = .connectionRefused(place: place.name, detail: detail)
        case .unreachable(let detail): self = .unreachable(place: place.name, detail: detail)
        case .lost: self = .unreachable(place: place.name, detail: "the connection broke")
        case .outcomeUnknown: self = .outcomeUnknown(place: place.name)
        case .notReconciled: self = .notReconciled(place: place.name)
        // It waited too long for a lock.
        case .refused("55P03", _, _): self = .busy(path: place.name)
        // It has no right to a thing, or to no schema at all.
        case .refused("42501", let detail, _), .refused("3F000", let detail, _):
            self = .permissionDenied(place: place.name, detail: detail)
        case .transactionPooler: self = .transactionPooler(place: place.name)
        case .refused(_, let detail, _) where failure.refusesWrites:
            self = .readOnly(place: place.name, detail: detail)
        case .refused(_, let detail, _) where failure.isServersEnd:
            self = .unreachable(place: place.name, detail: detail)
        // One more than a stored number, or a sum of some, is not a whole number of 64 bits any more.
        case .refused("22003", let detail, _):
            self = .corrupt(path: place.name, detail: detail)
        // All of the memory, or all of the connections are used up.
        case .refused(let state, let detail, _) where state.hasPrefix("53"):
            self = .disk(path: place.name, detail: detail)
        case .refused(let state, let detail, _):
            self = .refused(detail: "\(detail) (SQLSTATE \(state))")
        }
    }
}
