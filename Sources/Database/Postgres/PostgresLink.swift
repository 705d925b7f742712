import CLibPQ
import Glibc
import Ground

/// A connection to PostgreSQL that blocks the thread that uses it; one thread at a time may.
///
/// A server that is silent for longer than the link's patience counts as lost. A lost link does nothing more; its owner
/// opens another one. Names are looked up by libpq without that limit.
@safe
package final class PostgresLink {
    // Safe: made in the initializer, finished once in the deinit, and never handed out.
    private let connection: OpaquePointer
    private let patience: CInt
    private var isLost = false
    /// Whether the server has warned since this was last set to false.
    private var isWarned = false
    /// The names under which the server knows statements, by their SQL.
    private var prepared: [String: String] = [:]
    private var namesGiven = 0
    /// Who is at the other end, once it was asked.
    var session: PostgresSession?

    /// Connects.
    ///
    /// - Parameters:
    ///   - place: What libpq takes as a connection string.
    ///   - patience: How long the server may be silent, in milliseconds.
    init(to place: String, patience: CInt = PostgresLink.usualPatience) throws(PostgresFailure) {
        unsafe connection = try Self.connection(to: place)
        self.patience = patience
        noteWarnings()
        // A setting of the role must not weaken what the queue promises. The server, too, has to notice within
        // seconds that a machine was cut off: only then it frees the locks of its workers.
        _ = try command(
            """
            SET synchronous_commit = on; SET client_encoding = 'UTF8'; SET client_min_messages = warning;
            SET statement_timeout = 0; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '10s';
            SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;
            SET tcp_user_timeout = 5000;
            -- A plan that was made while a table was empty is kept, and would read all of it later.
            SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan
            """)
    }

    deinit { unsafe PQfinish(connection) }

    /// In milliseconds: longer than a commit on a busy disk, and than the wait for a lock.
    static let usualPatience: CInt = 60_000

    /// In milliseconds: a server that lives greets sooner, and there may be others to ask.
    private static let mostToConnect: CInt = 10_000

    /// The number of the server's process as the other end gave it; a pooler gives another one.
    var claimedProcess: Int64 { Int64(unsafe PQbackendPID(connection)) }

    /// Runs a statement with a value for each of its marks.
    ///
    /// The server keeps its plan as long as the link lives.
    func run(_ sql: String, _ arguments: [SQLValue] = []) throws(PostgresFailure) -> PostgresAnswer
    {
        let (answers, failure) = run([PostgresStatement(sql: sql, arguments: arguments)])
        if let failure { throw failure }
        return answers[0]
    }

    /// Runs statements one after another, in one round trip; as many answers come as statements succeeded.
    ///
    /// - Returns: The answers, and the first failure, if there was one: what follows it is not run.
    func run(
        _ statements: [PostgresStatement]
    ) -> (answers: [PostgresAnswer], failure: PostgresFailure?) {
        var answers: [PostgresAnswer] = []
        do {
            let asked = try send(statements)
            var failure: PostgresFailure?
            for question in asked {
                let (answer, refused) = try nextAnswer()
                failure = failure ?? refused
                if isLost { return (answers, failure ?? .lost) }
                switch question {
                case .plan(let sql): if failure != nil { prepared[sql] = nil }
                case .run: if failure == nil { answers.append(answer) }
                }
            }
            try leavePipeline()
            return (answers, failure)
        } catch {
            return (answers, error)
        }
    }

    /// Runs statements that have no marks and need no plan, such as BEGIN; returns what the last one did.
    func command(_ sql: String) throws(PostgresFailure) -> PostgresAnswer {
        try answer(unsafe PQsendQuery(connection, sql))
    }

    /// The socket, to be watched for messages.
    var descriptor: CInt { unsafe PQsocket(connection) }

    /// Reads the messages that have come; blocks for none.
    ///
    /// - Parameter writer: The server's process whose messages do not count.
    /// - Returns: Whether there were any.
    func takeMessages(except writer: Int64?) throws(PostgresFailure) -> Bool {
        guard !isLost, unsafe PQconsumeInput(connection) == 1 else { throw lost() }
        var isAny = false
        while let message = unsafe PQnotifies(connection) {
            if unsafe Int64(message.pointee.be_pid) != writer { isAny = true }
            unsafe PQfreemem(message)
        }
        return isAny
    }

    /// Commits; when it returns, the transaction is as durable as the server's settings make it.
    ///
    /// - Parameters:
    ///   - last: Statements that are sent along.
    ///   - isNews: Whether to notify all listeners: in a separate transaction of the same round trip, which is not
    ///     synced, since a server lets one transaction with a message commit at a time, and each would wait for the disk.
    func commit(
        after last: [PostgresStatement] = [], isNews: Bool = false
    ) throws(PostgresFailure) {
        isWarned = false
        let sent = last + [PostgresStatement(sql: "COMMIT")] + (isNews ? [announcement] : [])
        let (answers, failure) = run(sent)
        // What happens to the announcement changes nothing.
        if answers.count <= last.count, let failure {
            guard failure == .lost || failure.isServersEnd else { throw failure }
            throw outcomeUnknown()
        }
        // A commit that was cancelled while it waited for a standby says that it was done, after a warning.
        if isWarned { throw outcomeUnknown() }
        guard answers.count > last.count, answers[last.count].tag == "COMMIT" else {
            throw .refused(state: "25P02", detail: "the transaction had failed before")
        }
    }

    private func outcomeUnknown() -> PostgresFailure {
        isLost = true
        return .outcomeUnknown
    }

    /// A new connection that is ready for questions.
    private static func connection(to place: String) throws(PostgresFailure) -> OpaquePointer {
        guard let connection = unsafe PQconnectStart(place) else {
            throw .unreachable(detail: "there is no memory")
        }
        // Includes the SQLSTATE, which distinguishes a refusal from an unreachable server.
        _ = unsafe PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        // As libpq documents: begin as if PQconnectPoll had returned PGRES_POLLING_WRITING.
        var next = PGRES_POLLING_WRITING
        // Whether TLS was being agreed on, and the server had said something.
        var isAnsweredTLS = false
        while next != PGRES_POLLING_OK, next != PGRES_POLLING_FAILED,
            unsafe PQstatus(connection) != CONNECTION_BAD,
            unsafe wait(
                for: next == PGRES_POLLING_READING ? POLLIN : POLLOUT, on: connection,
                atMost: mostToConnect) != nil
        {
            let isTLS = unsafe PQstatus(connection) == CONNECTION_SSL_STARTUP
            isAnsweredTLS = isTLS && hasInput(unsafe PQsocket(connection))
            next = unsafe PQconnectPoll(connection)
        }
        guard next == PGRES_POLLING_OK, unsafe PQsetnonblocking(connection, 1) == 0 else {
            defer { unsafe PQfinish(connection) }
            throw unsafe noConnection(
                connection, isTLSRefused: next == PGRES_POLLING_FAILED && isAnsweredTLS)
        }
        return unsafe connection
    }

    /// Whether the other end of a socket has sent something; one that has closed it has not.
    private static func hasInput(_ socket: CInt) -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
    }

    /// Why there is no connection; the words are those of libpq and the server, for people.
    ///
    /// - Parameter isTLSRefused: Whether either side refused the other while TLS was being agreed on, such as a certificate.
    private static func noConnection(
        _ connection: OpaquePointer, isTLSRefused: Bool
    ) -> PostgresFailure {
        let text = unsafe String(cString: PQerrorMessage(connection))
        // A server in between may repeat the password that it was given.
        let said =
            unsafe PQpass(connection).map { unsafe Secret(String(cString: $0)).removed(from: text) }
            ?? text
        let words =
            said
            // Where in the server's own sources it was refused.
            .replacing(/LOCATION:.*/, with: "")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return .unreachable(detail: "it does not answer") }
        let needsPassword = unsafe PQconnectionNeedsPassword(connection) == 1
        let isDenied =
            isTLSRefused || needsPassword
            || state(in: said).map { $0.hasPrefix("28") || denials.contains($0) } ?? false
        return isDenied ? .connectionRefused(detail: words) : .unreachable(detail: words)
    }

    /// The SQLSTATE of the server's refusal to connect: libpq has a field for it in results alone, and a connection has none; in the
    /// verbose form of a message, it follows the severity.
    private static func state(in message: String) -> String? {
        // A severity can be as long, but has no digit.
        message.firstMatch(of: #/: +(?=[A-Z]*[0-9])([0-9A-Z]{5}): /#).map { String($0.1) }
    }

    /// There is no such database, or the user may not use it; class 28 is about the user.
    private static let denials: Set<String> = ["3D000", "42501"]

    private func noteWarnings() {
        // Safe: the receiver is called by this link's own calls of libpq only, while it lives.
        let link = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe PQsetNoticeReceiver(
            connection,
            { link, notice in
                let state = unsafe PQresultErrorField(notice, PostgresLink.stateField)
                guard let link = unsafe link, let state = unsafe state else { return }
                if unsafe String(cString: state).hasPrefix("01") {
                    unsafe Unmanaged<PostgresLink>.fromOpaque(link).takeUnretainedValue().isWarned =
                        true
                }
            }, link)
    }

    /// What the server answers to, one by one.
    private enum Question {
        /// To plan a statement.
        case plan(String)
        /// To run the one before, or one that was planned earlier.
        case run
    }

    /// Sends statements, and those to plan before them.
    private func send(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [Question] {
        // Before anything is sent: one that cannot be bound must not leave half of them on their way.
        let texts = try statements.map { statement throws(PostgresFailure) in
            try statement.arguments.map { value throws(PostgresFailure) in
                try Self.text(of: value)
            }
        }
        guard !isLost, unsafe PQenterPipelineMode(connection) == 1 else { throw lost() }
        var questions: [Question] = []
        for (statement, texts) in zip(statements, texts) {
            let sql = statement.sql
            let name = prepared[sql] ?? "\(sql.prefix { $0.isLetter }) \(namesGiven)"
            if prepared[sql] == nil {
                namesGiven += 1
                prepared[sql] = name
                questions.append(.plan(sql))
                try check(unsafe PQsendPrepare(connection, name, NumberedMarks.of(sql), 0, nil))
            }
            let copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
            // libpq has copied them by then.
            defer { unsafe copies.forEach { copy in unsafe free(copy) } }
            let values = unsafe copies.map { copy in unsafe copy.map { unsafe UnsafePointer($0) } }
            try check(
                unsafe PQsendQueryPrepared(
                    connection, name, CInt(texts.count), values, nil, nil, 0))
            questions.append(.run)
        }
        try check(unsafe PQpipelineSync(connection))
        guard flush() else { throw lost() }
        return questions
    }

    private func check(_ done: CInt) throws(PostgresFailure) {
        guard done == 1 else { throw lost() }
    }

    private func leavePipeline() throws(PostgresFailure) {
        let end = try unsafe nextResult()
        defer { unsafe PQclear(end) }
        guard unsafe PQresultStatus(end) == PGRES_PIPELINE_SYNC,
            unsafe PQexitPipelineMode(connection) == 1
        else { throw lost() }
    }

    /// Asks, unless the link is lost, and reads all that is answered, so that the link can be used again.
    private func answer(
        _ ask: @autoclosure () -> CInt
    ) throws(PostgresFailure) -> PostgresAnswer {
        guard !isLost, ask() == 1, flush() else { throw lost() }
        let (answer, failure) = try nextAnswer()
        if let failure { throw failure }
        return answer
    }

    /// Reads one answer to its end: the last of its results, or the first failure.
    private func nextAnswer() throws(PostgresFailure) -> (PostgresAnswer, PostgresFailure?) {
        var answer = PostgresAnswer()
        var failure: PostgresFailure?
        while !isLost {
            let next: OpaquePointer?
            do throws(PostgresFailure) {
                unsafe next = try nextResult()
            } catch {
                // A server or a pooler that ends the connection says why before it does so.
                guard failure?.isServersEnd == true else { throw error }
                break
            }
            guard let result = unsafe next else { break }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: answer = unsafe PostgresAnswer(result)
            // It was not run, because one before it had failed: that failure is the one to tell.
            case PGRES_PIPELINE_ABORTED: break
            default: failure = unsafe failure ?? refusal(result) ?? lost()
            }
            if unsafe PQstatus(connection) == CONNECTION_BAD { isLost = true }
        }
        return (answer, failure)
    }

    private func nextResult() throws(PostgresFailure) -> OpaquePointer? {
        while unsafe PQisBusy(connection) == 1 {
            guard wait(for: POLLIN) != nil, unsafe PQconsumeInput(connection) == 1 else {
                throw lost()
            }
        }
        return unsafe PQgetResult(connection)
    }

    private func flush() -> Bool {
        while true {
            switch unsafe PQflush(connection) {
            case 0: return true
            case 1:
                guard let events = wait(for: POLLIN | POLLOUT) else { return false }
                // A server that answers before it has read all may wait for us to read.
                if events & POLLIN != 0, unsafe PQconsumeInput(connection) == 0 { return false }
            default: return false
            }
        }
    }

    /// Waits until the socket is ready; `nil` if the patience is over.
    private func wait(for events: Int32) -> Int32? {
        unsafe Self.wait(for: events, on: connection, atMost: patience)
    }

    private static func wait(
        for events: Int32, on connection: OpaquePointer, atMost patience: CInt
    ) -> Int32? {
        var socket = pollfd(fd: unsafe PQsocket(connection), events: Int16(events), revents: 0)
        while true {
            let count = unsafe poll(&socket, 1, patience)
            if count > 0 { return Int32(socket.revents) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    private func lost() -> PostgresFailure {
        isLost = true
        return .lost
    }

    /// What the server said against a statement; `nil` if it was libpq that failed.
    @unsafe
    private func refusal(_ result: OpaquePointer) -> PostgresFailure? {
        guard let state = unsafe PQresultErrorField(result, Self.stateField) else { return nil }
        let message = unsafe PQresultErrorField(result, Self.messageField)
        let constraint = unsafe PQresultErrorField(result, Self.constraintField)
        return unsafe .refusal(
            state: String(cString: state),
            message: message.map { unsafe String(cString: $0) } ?? "",
            constraint: constraint.map { unsafe String(cString: $0) })
    }

    /// libpq's names of these are macros that Swift does not see: `PG_DIAG_SQLSTATE`, `PG_DIAG_MESSAGE_PRIMARY`,
    /// `PG_DIAG_CONSTRAINT_NAME`.
    private static let stateField = CInt(UInt8(ascii: "C"))
    private static let messageField = CInt(UInt8(ascii: "M"))
    private static let constraintField = CInt(UInt8(ascii: "n"))

    /// The text in which a value is bound; libpq would cut one at a NUL, which PostgreSQL cannot store.
    private static func text(of value: SQLValue) throws(PostgresFailure) -> String? {
        switch value {
        case .null: return nil
        case .integer(let number): return String(number)
        case .text(let text):
            guard !text.utf8.contains(0) else {
                throw .refusal(state: "22021", message: "a text has a NUL")
            }
            return text
        }
    }
}
