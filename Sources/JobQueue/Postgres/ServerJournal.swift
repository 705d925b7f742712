/// The payments journal of a queue on a server: the programs write it to their store, where no restore of the database
/// reaches it.
struct ServerJournal: PaymentJournal {
    let salt: String

    /// The salt, which is in the database from the start.
    func header() -> JournalHeader? { JournalHeader(salt: salt) }

    /// Nothing: what must be written before a request, and after it, needs no lock on the queue.
    func requireKnown(_ tx: any QueueTransaction) {}

    func bringUpToDate(_ queue: any QueueConnection) {}
}
