import Foundation
import Generation
import TestSupport
import Testing
import Transfer

/// Connections on which nothing is sent.
@Suite(.timeLimit(.minutes(10)))
struct CertificateTests {
    @Test func `a certificate that is not trusted is told apart, and nothing is sent`() async throws
    {
        try await withTemporaryFolder { folder in
            let openssl = Program(path: "/usr/bin/openssl")
            let made = try await openssl.run(
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out",
                    "certificate.pem", "-days", "2", "-subj", "/CN=127.0.0.1",
                ], folder: folder)
            #expect(made.exit == .status(0), "\(made.errors)")
            let server = [
                "s_server", "-accept", "127.0.0.1:0", "-key", "key.pem", "-cert",
                "certificate.pem", "-www",
            ]
            try await openssl.withRunning(server, folder: folder) { server in
                let line = try await server.waitForOutput("ACCEPT 127.0.0.1:")
                let port = try #require(line.split(separator: ":").last)
                let provider = try makeProvider("https://127.0.0.1:\(port)")
                #expect(Outline(await provider.ask()) == .notSent(.certificate))
                guard case .unavailable(let listing) = await provider.models() else {
                    Issue.record("the list came")
                    return
                }
                #expect(listing.reason == .certificateNotTrusted)
            }
        }
    }
}
