public import Foundation
package import Ground
package import Transfer

/// Keeps each object under its key in a bucket of a store that speaks S3.
///
/// The store must obey `If-None-Match: *`, which ``proveConditional(key:)`` shows. Trouble that may pass is waited for.
public struct S3Store: ObjectStore {
    /// What the store gets from its caller.
    package struct Surroundings: Sendable {
        /// The time; stores refuse requests whose time is more than a quarter of an hour off.
        let now: @Sendable () -> Date
        /// By how much a pause is longer than planned, from 1 to 2, so that many clients do not come back at once.
        let chance: @Sendable () -> Double
        /// How long a call waits for trouble to pass.
        let patience: Duration
        /// How long next to nothing may move before that is trouble.
        let stall: Duration
        /// By which the patience is measured.
        let time: PassingTime

        package init(
            now: @escaping @Sendable () -> Date, chance: @escaping @Sendable () -> Double,
            patience: Duration = .seconds(20), stall: Duration = .seconds(15),
            time: PassingTime = .ofMachine
        ) {
            self.now = now
            self.chance = chance
            self.patience = patience
            self.stall = stall
            self.time = time
        }
    }

    /// Where the objects are.
    public let place: S3Place
    private let client: S3Client

    /// Names a store; asks it nothing.
    package init(
        _ place: S3Place, _ credentials: S3Credentials, _ transport: CurlTransport,
        _ surroundings: Surroundings
    ) {
        self.place = place
        client = S3Client(
            place: place, signer: RequestSigner(credentials: credentials, region: place.region),
            transport: transport, surroundings: surroundings)
    }

    /// Puts the object only if the key is free.
    ///
    /// When an answer was lost, the object that is there is compared: bytes that are the same count as created. So two
    /// callers that may create one key must not write the same bytes.
    public func create(_ key: String, _ bytes: Data) async throws(StorageError) -> Bool {
        let answer = try await client.send(
            .init(method: .put, key: key, headers: ["if-none-match": "*"], body: bytes))
        switch answer.status {
        case 200..<300: return true
        case 412: return answer.mayRepeat ? try await read(key) == bytes : false
        default: throw client.error(answer, about: key)
        }
    }

    /// Puts the object.
    public func replace(_ key: String, _ bytes: Data) async throws(StorageError) {
        let answer = try await client.send(.init(method: .put, key: key, body: bytes))
        guard 200..<300 ~= answer.status else { throw client.error(answer, about: key) }
    }

    /// Gets the object, or a range of it.
    public func read(_ key: String, atMost count: Int?) async throws(StorageError) -> Data? {
        let range = count.map { ["range": "bytes=0-\($0 - 1)"] } ?? [:]
        let answer = try await client.send(.init(method: .get, key: key, headers: range))
        switch answer.status {
        // A store or a gateway may send the whole object.
        case 200, 206: return count.map { answer.body.prefix($0) } ?? answer.body
        // An empty object has no first byte.
        case 416: return Data()
        case 404 where answer.refusal.code == "NoSuchKey": return nil
        default: throw client.error(answer, about: key)
        }
    }

    /// Asks for the head of the object.
    public func size(_ key: String) async throws(StorageError) -> Int? {
        let answer = try await client.send(.init(method: .head, key: key))
        switch answer.status {
        case 200:
            // Without one, the object would look like none.
            guard let length = answer.length else { throw client.error(answer) }
            return length
        case 404:
            // The answer to HEAD has no words: a bucket that is gone must not look like an object that is.
            try await checkBucket()
            return nil
        default: throw client.error(answer)
        }
    }

    /// Deletes the objects one after another.
    public func remove(_ keys: [String], isLasting: Bool) async throws(StorageError) {
        for key in keys {
            let answer = try await client.send(.init(method: .delete, key: key))
            if 200..<300 ~= answer.status { continue }
            guard answer.status == 404, answer.refusal.code == "NoSuchKey" else {
                throw client.error(answer)
            }
        }
    }

    /// Lists the bucket page by page, without what is below a further slash.
    public func list(_ prefix: String) async throws(StorageError) -> [StoredObject] {
        var objects: [StoredObject] = []
        var next: String?
        repeat {
            var query = ["list-type": "2", "delimiter": "/", "prefix": place.prefix + prefix]
            query["continuation-token"] = next
            let answer = try await client.send(.init(method: .get, query: query))
            guard answer.status == 200, let page = S3Page(answer.body) else {
                throw client.error(answer)
            }
            // Some stores list folders of theirs as objects that have such keys.
            objects += page.objects.filter { !$0.key.hasSuffix("/") }.map { object in
                StoredObject(
                    key: String(object.key.dropFirst(place.prefix.count)), written: object.written)
            }
            next = page.next
        } while next != nil
        return objects
    }

    /// Writes an object, since a store does not report its room.
    public func checkRoom(for bytes: Int) async throws(StorageError) {
        try await replace("room", Data())
    }

    /// Does nothing: the bucket is there, or the first request says that it is not.
    public func prepare(_ prefix: String) {}

    /// The URL of an object, as other programs for such stores write it.
    public func place(of key: String) -> StoragePlace { .object("\(place.name)\(key)") }

    /// Has many create one object at the same time.
    public func proveConditional(key: String) async throws(StorageError) {
        let outcomes = await withTaskGroup(of: Result<Bool, StorageError>.self) { group in
            for number in 0..<Self.rivals {
                group.addTask {
                    do throws(StorageError) {
                        return .success(try await create(key, Data("\(number)".utf8)))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        try await remove([key])
        var winners = 0
        for outcome in outcomes where try outcome.get() { winners += 1 }
        guard winners == 1 else {
            throw .unfit(
                place: .object(place.name),
                detail: """
                    \(winners) of \(Self.rivals) requests created one object at the same time: the store does not \
                    obey If-None-Match, without which a picture could be paid for twice
                    """)
        }
    }

    /// What the bucket's rules do to objects by their age; `nil` if the client may not read the rules.
    public func rules() async throws(StorageError) -> BucketRules? {
        let answer = try await client.send(.init(method: .get, query: ["lifecycle": ""]))
        switch answer.status {
        case 200:
            guard let rules = BucketRules(answer.body) else { throw client.error(answer) }
            return rules
        case 404 where answer.refusal.code == "NoSuchLifecycleConfiguration": return BucketRules()
        case 403, 405, 501: return nil
        default: throw client.error(answer)
        }
    }

    /// Whether the bucket keeps objects that are removed; `nil` if the client may not know.
    public func keepsVersions() async throws(StorageError) -> Bool? {
        let answer = try await client.send(.init(method: .get, query: ["versioning": ""]))
        return answer.status == 200 ? BucketRules.keepsVersions(answer.body) : nil
    }

    private func checkBucket() async throws(StorageError) {
        let answer = try await client.send(
            .init(method: .get, query: ["list-type": "2", "max-keys": "1"]))
        guard answer.status == 200 else { throw client.error(answer) }
    }

    /// As many as a handful of hosts with a few jobs each.
    private static let rivals = 16
}
