// A real peer for TLS and HTTP/2: nginx on loopback with a certificate that is made for the run.

import Foundation
import Testing

/// Serves one small file over TLS (with HTTP/2) and over plain HTTP. Needs `nginx` and `openssl`.
public final class NginxServer: Sendable {
    public let tlsPort: Int
    public let plainPort: Int
    /// The certificate (PEM), which is its own authority.
    public let certificateFile: String
    /// A certificate with its key (PEM) that `/mutual/` asks its callers for.
    public let clientCertificateFile: String
    /// Who `/private/` is for (auth_basic).
    public static let user = (name: "Aladdin", password: "open sesame")
    /// What ``url(_:)`` answers.
    public static let body = "hello from nginx"

    /// The SHA-256 of its public key, in base64.
    public let publicKey: String

    private let folder: URL
    private let process: pid_t

    public static let isPresent = program("nginx") != nil && program("openssl") != nil
    public static let whyAbsent: Comment = "nginx or openssl is not installed"

    /// Starts the server and waits until it answers.
    /// - Parameter protocols: the versions of TLS, in nginx's words; `nil` leaves nginx's default.
    public init(protocols: String? = nil) throws {
        guard let nginx = Self.program("nginx"), let openssl = Self.program("openssl") else {
            throw LoopbackSocket.Failure(call: "nginx or openssl", errno: ENOENT)
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificateFile = folder.appending(path: "cert.pem").path
        try Self.run(
            openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder.appending(path: "key.pem").path, "-out",
                certificateFile,
            ])
        let (key, digest) = (folder.appending(path: "public.der"), folder.appending(path: "public.sha256"))
        try Self.run(
            openssl, ["pkey", "-in", folder.appending(path: "key.pem").path, "-pubout", "-outform", "der", "-out", key.path])
        try Self.run(openssl, ["dgst", "-sha256", "-binary", "-out", digest.path, key.path])
        publicKey = try Data(contentsOf: digest).base64EncodedString()
        clientCertificateFile = folder.appending(path: "client.pem").path
        try Self.run(
            openssl,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                "/CN=alice", "-keyout", folder.appending(path: "client-key.pem").path, "-out",
                folder.appending(path: "client-ca.pem").path,
            ])
        let parts = try ["client-ca.pem", "client-key.pem"].map { [folder] in
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        try parts.joined().write(toFile: clientCertificateFile, atomically: true, encoding: .utf8)
        try "\(Self.user.name):{PLAIN}\(Self.user.password)\n".write(
            to: folder.appending(path: "users"), atomically: true, encoding: .utf8)
        try Self.body.write(to: folder.appending(path: "index.html"), atomically: true, encoding: .utf8)
        (process, tlsPort, plainPort) = try Self.start(nginx, in: folder, protocols)
    }

    /// Between the moment a port was free and nginx's own bind another test may take it: then nginx ends, and other ports are tried.
    private static func start(
        _ nginx: String, in folder: URL, _ protocols: String?
    ) throws -> (process: pid_t, tls: Int, plain: Int) {
        let (configuration, log) = (folder.appending(path: "nginx.conf").path, folder.appending(path: "error.log").path)
        for _ in 0..<5 {
            let (tls, plain) = try freePorts()
            try Self.configuration(folder.path, tls: tls, plain: plain, protocols).write(
                toFile: configuration, atomically: true, encoding: .utf8)
            let process = try spawn(nginx, ["-p", folder.path, "-c", configuration, "-e", log])
            if try isListening(process, on: plain) { return (process, tls, plain) }
        }
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? "nothing in its log"
        throw LoopbackSocket.Failure(call: "nginx did not start: \(said)", errno: EADDRINUSE)
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
        // A folder in the temporary directory that stays behind is no reason to fail a test.
        try? FileManager.default.removeItem(at: folder)
    }

    /// A Unix socket that answers HTTP/2 without TLS.
    public var plainHTTP2Socket: String { folder.appending(path: "h2c").path }

    /// A Unix socket that answers plain HTTP.
    public var unixSocket: String { folder.appending(path: "socket").path }

    public func url(_ path: String = "/", tls: Bool = true) -> String {
        tls ? "https://localhost:\(tlsPort)\(path)" : "http://127.0.0.1:\(plainPort)\(path)"
    }

    private static func configuration(_ folder: String, tls: Int, plain: Int, _ protocols: String?) -> String {
        """
        daemon off; worker_processes 1; pid \(folder)/pid; error_log \(folder)/error.log;
        events { worker_connections 1024; }
        http {
          access_log off; default_type text/plain;
          client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
          uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
          server {
            listen 127.0.0.1:\(tls) ssl http2; listen 127.0.0.1:\(plain); listen unix:\(folder)/socket; root \(folder);
            listen unix:\(folder)/h2c http2; \(protocols.map { "ssl_protocols \($0);" } ?? "")
            ssl_certificate \(folder)/cert.pem; ssl_certificate_key \(folder)/key.pem;
            ssl_client_certificate \(folder)/client-ca.pem; ssl_verify_client optional;
            location /private/ { auth_basic "shop"; auth_basic_user_file \(folder)/users; alias \(folder)/; }
            location /upload { proxy_pass http://127.0.0.1:\(plain)/index.html; proxy_method GET;
              proxy_pass_request_body off; proxy_set_header Content-Length ""; add_header X-Received $request_length; }
            location /mutual/ { if ($ssl_client_verify != SUCCESS) { return 403; } alias \(folder)/; }
          }
        }
        """
    }

    /// Waits until the process answers; false when it ended instead.
    private static func isListening(_ process: pid_t, on port: Int) throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if waitpid(process, nil, WNOHANG) == process { return false }
            let probe = try LoopbackSocket.connecting(toPort: port)
            defer { close(probe) }
            var state = pollfd(fd: probe, events: Int16(POLLOUT), revents: 0)
            poll(&state, 1, 1000)
            if state.revents & Int16(POLLOUT) != 0, state.revents & Int16(POLLERR | POLLHUP) == 0 { return true }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        return false
    }

    /// Both are held until both are known, so they differ.
    private static func freePorts() throws -> (Int, Int) {
        let (one, other) = (try LoopbackSocket.listening(backlog: 1), try LoopbackSocket.listening(backlog: 1))
        defer {
            close(one)
            close(other)
        }
        return (try LoopbackSocket.port(of: one), try LoopbackSocket.port(of: other))
    }

    private static func program(_ name: String) -> String? {
        ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin"].map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        var status: Int32 = 0
        waitpid(try spawn(program, arguments), &status, 0)
        guard status == 0 else { throw LoopbackSocket.Failure(call: program, errno: EIO) }
    }

    /// Without output, and without our descriptors beyond it.
    private static func spawn(_ program: String, _ arguments: [String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var process = pid_t()
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let code = posix_spawn(&process, program, &actions, nil, words, environ)
        guard code == 0 else { throw LoopbackSocket.Failure(call: program, errno: code) }
        return process
    }
}
