/// Why PostgreSQL did not do what it was asked.
enum PostgresFailure: Error, Equatable {
    /// No connection was made, so nothing was asked.
    case unreachable(detail: String)
    /// The connection broke, or the server was silent for too long; an open transaction is undone.
    case lost
    /// The connection broke, or was warned, after COMMIT was sent: the transaction is either there or not.
    case outcomeUnknown
    /// The server refused a statement, with an SQLSTATE; an open transaction can only be rolled back.
    case refused(state: String, detail: String)
}

extension PostgresFailure {
    /// A refusal, without the values that the server may repeat in its words.
    static func refusal(state: String, message: String) -> PostgresFailure {
        // Class 22 is about a value, and quotes it: it may be a person's id.
        .refused(state: state, detail: state.hasPrefix("22") ? "a value was refused" : message)
    }

    /// Whether the server refused because the connection or the server itself ends.
    var isServersEnd: Bool {
        guard case .refused(let state, _) = self else { return false }
        return state.hasPrefix("57P") || state.hasPrefix("08")
    }
}
