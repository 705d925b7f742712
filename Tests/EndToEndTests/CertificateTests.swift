import Foundation
import TestSupport
import Testing

/// The built program over TLS: certificates and clocks that are not right, and HTTP/2.
@Suite(
    .needs("a name space of one's own to mount in", where: { await canMount() }),
    .timeLimit(.minutes(10)))
struct CertificateTests {
    /// A fault, what it is called, and the clock after it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let words: String
        /// How many days the clock is ahead.
        var days = 0
        var isTrusted = true
        /// How many seconds later, by the right clock, it is tried again.
        var later = 3600
    }

    @Test(arguments: [
        Fault(
            testDescription: "a clock that is behind", reason: "certificate_out_of_date",
            words: "clock", days: -700, later: 0),
        Fault(
            testDescription: "an expired certificate", reason: "certificate_out_of_date",
            words: "clock", days: 700),
        Fault(
            testDescription: "a login page's certificate", reason: "certificate_not_trusted",
            words: "sign in", isTrusted: false),
    ])
    func `what passes closes the gate, and the job is made when it has passed`(
        _ fault: Fault
    ) async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"instant"}]}"#) { emulator in
            try await withTLS(before: emulator) { url, authority in
                try await Sandbox.with(asking: url, model: Sandbox.model) { sandbox in
                    let clock = try ClockInHand(in: sandbox)
                    let shifted = try await clock.given(to: sandbox)
                    func run(_ command: String, trusting isTrusted: Bool) async throws
                        -> ProgramResult
                    {
                        try await shifted.run(command, trusting: isTrusted ? authority : nil)
                    }
                    try clock.set(ahead: fault.days * 86_400)
                    let id = try #require(try await shifted.submit([shifted.photo()]).first)
                    let first = try await run("drain", trusting: fault.isTrusted)
                    #expect(first.exit == .status(75), "\(first.errors)")
                    let gate = try await shifted.run("gate", "--json").output
                    #expect(gate.contains(#""\#(fault.reason)""#), "\(gate)")
                    #expect(gate.contains(#""closed""#) && gate.contains(fault.words), "\(gate)")
                    #expect(try await shifted.job(id).charges.map(\.state) == ["free"])
                    #expect(try await emulator.ledger().isEmpty)
                    // Nobody clears the gate. A clock that was ahead is set back first.
                    try clock.set(ahead: 0)
                    _ = try await run("drain", trusting: fault.isTrusted)
                    try clock.set(ahead: fault.later)
                    let second = try await run("drain", trusting: true)
                    #expect(second.exit == .status(0), "\(second.errors)")
                    #expect(try await shifted.job(id).state == "succeeded")
                    #expect(try await emulator.ledger().count == 1)
                }
            }
        }
    }

    @Test(arguments: ["gemini", "openai"], ["2", "3"])
    func `a server that wants a certificate of its client halts, and nothing is paid`(
        provider: String, minorVersion: String
    ) async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"instant"}]}"#) { emulator in
            try await withTLS(before: emulator, ["REQUIRED", minorVersion]) { url, authority in
                try await Sandbox.with(asking: url, model: Sandbox.model) { sandbox in
                    var both = sandbox
                    both.variables["OPENAI_API_KEY"] = Sandbox.openAIKey
                    both.variables["OPENAI_BASE_URL"] = "\(url)/v1"
                    both.variables["HEADSHOT_OPENAI_MODEL"] = "gpt-image-1-mini"
                    let photo = try both.photo()
                    let ids = try await both.submit(["--provider", provider, photo])
                    let drain = try await both.run("drain", trusting: authority)
                    #expect(drain.exit == .status(69), "\(drain.errors)")
                    let gate = try await both.run("gate", "--json").output
                    #expect(gate.contains("unusable_setting"), "\(gate)")
                    #expect(gate.contains("certificate of its client"), "\(gate)")
                    let job = try await both.job(try #require(ids.first))
                    #expect(job.charges.map(\.state) == ["free"])
                    #expect(try await emulator.ledger().isEmpty)
                }
            }
        }
    }

    @Test(arguments: ["2", "3"])
    func `a server that asks for a certificate, and does without, is sent the job`(
        minorVersion: String
    ) async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"instant"}]}"#) { emulator in
            try await withTLS(before: emulator, ["OPTIONAL", minorVersion]) { url, authority in
                try await Sandbox.with(asking: url, model: Sandbox.model) { sandbox in
                    let id = try await sandbox.submitOne()
                    let drain = try await sandbox.run("drain", trusting: authority)
                    #expect(drain.exit == .status(0), "\(drain.errors)")
                    #expect(try await sandbox.job(id).state == "succeeded")
                }
            }
        }
    }

    /// libcurl sends a request that an HTTP/2 server refuses in this way once more, when left to itself.
    @Test func `a request whose stream a server refuses is not sent again`() async throws {
        try await withTLS(Self.streamServer) { url, authority, server in
            try await Sandbox.with(asking: url, model: Sandbox.model) { sandbox in
                let id = try await sandbox.submitOne()
                for _ in 1...2 { _ = try await sandbox.run("drain", trusting: authority) }
                let job = try await sandbox.job(id)
                #expect(job.charges.map(\.state) == ["unknown"])
                #expect(job.state == "uncertain")
                #expect(server.outputSoFar.matches(of: /request/).count == 1)
            }
        }
    }

    /// The server reads no more of the request: a client that sent all of it before reading would wait until its timeout.
    @Test(arguments: [("200", "succeeded"), ("503", "waiting")])
    func `an answer over HTTP/2 that comes before the whole request ends it`(
        status: String, state: String
    ) async throws {
        let picture = try PhotoFixture.jpeg(width: 512, height: 512).base64EncodedString()
        let part = #"{"inlineData":{"mimeType":"image/jpeg","data":"\#(picture)"}}"#
        let body =
            status == "200"
            ? #"{"candidates":[{"content":{"parts":[\#(part)]},"finishReason":"STOP"}]}"#
            : #"{"error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}"#
        try await withTLS(Self.streamServer, [status, body]) { url, authority, _ in
            try await Sandbox.with(asking: url, model: Sandbox.model) { sandbox in
                // More than is sent without the server's leave.
                try PhotoFixture.jpeg(width: 2000, height: 1500, noise: 18)
                    .write(to: URL(filePath: "\(sandbox.folder)/large.jpg"))
                let id = try #require(try await sandbox.submit(["large.jpg"]).first)
                _ = try await sandbox.run("drain", trusting: authority)
                #expect(try await sandbox.job(id).state == state)
            }
        }
    }

    /// Ends TLS before an emulator.
    ///
    /// - Parameter wishes: Whether a client needs a certificate, and the second number of the version of TLS; none for what is
    ///   usual.
    private func withTLS(
        before emulator: EmulatorProcess, _ wishes: [String] = [],
        _ body: (_ url: String, _ authority: String) async throws -> Void
    ) async throws {
        let port = try #require(URL(string: emulator.baseURL)?.port)
        try await withTLS(Self.proxy, ["\(port)"] + wishes) { url, authority, _ in
            try await body(url, authority)
        }
    }

    /// Runs a server with a certificate of an authority that is made for this.
    ///
    /// - Parameter script: In Python; it prints its port.
    private func withTLS(
        _ script: String, _ arguments: [String] = [],
        _ body: (_ url: String, _ authority: String, RunningProgram) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let certificates = """
                set -e
                openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 365 -subj /CN=Authority
                openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj /CN=127.0.0.1
                printf 'subjectAltName=IP:127.0.0.1' >names
                openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 365 \
                    -extfile names -out certificate.pem
                """
            let made = try await Program(path: "/bin/sh").run(["-c", certificates], folder: folder)
            #expect(made.exit == .status(0), "\(made.errors)")
            try await Program(path: "/usr/bin/python3").withRunning(
                ["-uc", script] + arguments, folder: folder
            ) { server in
                let line = try await server.waitForOutput("port ")
                let port = try #require(line.split(separator: " ").last)
                try await body("https://127.0.0.1:\(port)", "\(folder)/ca.pem", server)
            }
        }
    }

    /// Speaks HTTP/2, and answers each request with a RST_STREAM frame whose error is REFUSED_STREAM; or, as soon as it begins,
    /// with a status and a body.
    private static let streamServer = """
        import socket, ssl, sys, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("certificate.pem", "key.pem")
        context.set_alpn_protocols(["h2"])
        listener = socket.create_server(("127.0.0.1", 0))
        print("port", listener.getsockname()[1])
        def read(stream, count):
            data = stream.read(count)
            if len(data) < count: raise EOFError
            return data
        def frame(sort, flags, stream, content):
            return len(content).to_bytes(3, "big") + bytes([sort, flags]) + stream + content
        def serve(client):
            try:
                secure = context.wrap_socket(client, server_side=True)
                stream = secure.makefile("rb")
                read(stream, len(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n"))
                secure.sendall(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
                while True:
                    head = read(stream, 9)
                    read(stream, int.from_bytes(head[:3], "big"))
                    if head[3] == 1:
                        print("request")
                        if len(sys.argv) == 1:
                            secure.sendall(frame(3, 0, head[5:], bytes([0, 0, 0, 7])))
                            continue
                        status, body = (text.encode() for text in sys.argv[1:])
                        # The eighth name of HPACK's table is ":status".
                        secure.sendall(frame(1, 4, head[5:], bytes([0x48, 3]) + status))
                        while body:
                            piece, body = body[:16384], body[16384:]
                            secure.sendall(frame(0, 0 if body else 1, head[5:], piece))
                        threading.Event().wait()
            except (EOFError, OSError): pass
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()
        """

    private static let proxy = """
        import socket, ssl, sys, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("certificate.pem", "key.pem")
        if len(sys.argv) > 2:
            context.verify_mode = ssl.VerifyMode["CERT_" + sys.argv[2]]
            context.load_verify_locations("ca.pem")
            context.minimum_version = context.maximum_version = ssl.TLSVersion["TLSv1_" + sys.argv[3]]
        listener = socket.create_server(("127.0.0.1", 0))
        print("port", listener.getsockname()[1])
        def copy(source, target):
            try:
                while data := source.recv(65536): target.sendall(data)
            except OSError: pass
            finally:
                for end in (source, target):
                    try: end.shutdown(socket.SHUT_RDWR)
                    except OSError: pass
        def serve(client):
            secure = context.wrap_socket(
                client, server_side=True, do_handshake_on_connect=False)
            try: secure.do_handshake()
            except (OSError, ssl.SSLError):
                # To the end, so that the client can read why.
                try:
                    while socket.socket.recv(secure, 65536): pass
                except OSError: pass
                return secure.close()
            service = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
            threading.Thread(target=copy, args=(secure, service), daemon=True).start()
            copy(service, secure)
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()
        """
}

extension Sandbox {
    /// Runs a command in a name space in which an authority is the only one that is trusted; nil leaves those of the machine.
    fileprivate func run(
        _ command: String, trusting authority: String?
    ) async throws -> ProgramResult {
        let program = try Program.built("headshot").path
        let bundle = "/etc/ssl/certs/ca-certificates.crt"
        let mount = authority.map { "mount --bind \($0) \(bundle) && " } ?? ""
        return try await Program(path: "/usr/bin/unshare").run(
            ["-rm", "sh", "-c", "\(mount)exec \(program) \(command)"], environment: variables,
            folder: folder)
    }
}
