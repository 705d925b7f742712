import Foundation
import Generation
import TestSupport
import Testing

/// Connections that no waiting makes: they halt, and nothing was sent.
struct CertificateTests {
    @Test func `a certificate that is not trusted halts, and nothing is sent`() async throws {
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
                guard case .halt(let halt) = await provider.ask() else {
                    Issue.record("no halt")
                    return
                }
                #expect(halt.reason == .certificateNotTrusted)
                #expect(halt.paid == nil)
                guard case .refused(let listing) = await provider.models() else {
                    Issue.record("a list was not refused")
                    return
                }
                #expect(listing.reason == .certificateNotTrusted)
            }
        }
    }
}
