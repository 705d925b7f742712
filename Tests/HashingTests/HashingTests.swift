import Foundation
import Ground
import Hashing
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HashingTests {
    /// Messages of FIPS 180-4's examples with their digests.
    static let digests = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: digests)
    func `a message has the digest that the standard names, at once and piece by piece`(
        message: String, digest: String
    ) {
        let bytes = Data(message.utf8)
        #expect(SHA256.hash(data: bytes).hexadecimal == digest)
        // A part of an array is not at its beginning.
        #expect(SHA256.hash(data: ([7] + bytes).dropFirst()).hexadecimal == digest)
        var hash = SHA256()
        var rest = bytes[...]
        while !rest.isEmpty {
            hash.update(data: rest.prefix(97))
            rest = rest.dropFirst(97)
        }
        #expect(hash.finalize().hexadecimal == digest)
        // What was asked for so far does not end it.
        #expect(hash.finalize().hexadecimal == digest)
    }

    @Test func `a copy goes on alone`() {
        var hash = SHA256()
        hash.update(data: Data("ab".utf8))
        var copy = hash
        copy.update(data: Data("x".utf8))
        hash.update(data: Data("c".utf8))
        #expect(hash.finalize() == SHA256.hash(data: Data("abc".utf8)))
        #expect(copy.finalize() == SHA256.hash(data: Data("abx".utf8)))
    }

    /// Keys and messages of RFC 4231 with their codes.
    static let codes: [(key: Data, message: Data, code: String)] = [
        (
            Data(repeating: 0x0b, count: 20), Data("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Data("Jefe".utf8), Data("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Data(repeating: 0xaa, count: 20), Data(repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Data(repeating: 0xaa, count: 131),
            Data("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        // Of Python's hmac: the RFC has no empty ones.
        (Data(), Data(), "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]

    @Test(arguments: codes)
    func `a message has the code that the standard names`(key: Data, message: Data, code: String) {
        #expect(AuthenticationKey(key).code(of: message).hexadecimal == code)
    }

    @Test func `a derived key is the first block of the standard's example without salt`() {
        let key = AuthenticationKey(Data(repeating: 0x0b, count: 22))
        #expect(
            key.derived(for: Data()).exposed.hexadecimal
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
        let others = ["a", "b"].map { key.derived(for: Data($0.utf8)).exposed }
        #expect(others[0] != others[1])
    }

    @Test func `nothing that prints a key shows its bytes`() {
        let key = AuthenticationKey(Data("planted".utf8))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), String(describing: [key]), dumped] {
            #expect(!text.contains("planted"))
            #expect(!text.contains("7 bytes"))
        }
        #expect(Mirror(reflecting: key).children.isEmpty)
    }
}
