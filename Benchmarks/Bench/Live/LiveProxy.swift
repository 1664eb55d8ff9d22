// nginx and HAProxy in front of the same three services, configured for failover as in their manuals.

import Foundation

final class LiveProxy: Sendable {
    enum Kind: String, CaseIterable { case nginx, haproxy }

    let port: UInt16
    private let cleanup: Int

    init(_ kind: Kind, services: [UInt16]) throws {
        let program = try Place.tool(kind.rawValue)
        let port = try Loopback.freePort()
        self.port = port
        let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let file = folder.appending(path: "proxy.conf").path
        let text =
            switch kind {
            case .nginx: Self.nginx(folder.path, port, services)
            case .haproxy: Self.haproxy(port, services)
            }
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        let arguments =
            switch kind {
            case .nginx: ["-p", folder.path, "-c", file, "-e", folder.appending(path: "error.log").path]
            case .haproxy: ["-db", "-f", file]
            }
        let process = try Child.start(program, arguments, environment: Place.environment)
        cleanup = Cleanup.shared.add {
            Child.terminate(process, by: SIGTERM)
            try? FileManager.default.removeItem(at: folder)
        }
        guard Loopback.isAnswering(port) else {
            Cleanup.shared.runAction(cleanup)
            throw MeasurementError.broken("\(kind.rawValue) does not listen")
        }
    }

    /// Called once. Not by `deinit`: a caller that needs only the port would end the proxy at once.
    func stop() { Cleanup.shared.runAction(cleanup) }

    // One server with two backups; a server that fails once is avoided for ten seconds (nginx's defaults).
    private static func nginx(_ folder: String, _ port: UInt16, _ services: [UInt16]) -> String {
        let servers = services.enumerated().map {
            "server 127.0.0.1:\($1) max_fails=1 fail_timeout=10s\($0 == 0 ? "" : " backup");"
        }
        return """
            daemon off; worker_processes 1; pid \(folder)/pid; error_log \(folder)/error.log;
            events { worker_connections 1024; }
            http {
              access_log off;
              client_body_temp_path \(folder)/a; proxy_temp_path \(folder)/b; fastcgi_temp_path \(folder)/c;
              uwsgi_temp_path \(folder)/d; scgi_temp_path \(folder)/e;
              upstream three { \(servers.joined(separator: " ")) keepalive 64; }
              server {
                listen 127.0.0.1:\(port);
                location / {
                  proxy_pass http://three; proxy_http_version 1.1; proxy_set_header Connection "";
                  proxy_connect_timeout 1s; proxy_read_timeout 2s; proxy_next_upstream_tries 3;
                  proxy_next_upstream error timeout http_500 http_502 http_503 http_504;
                }
              }
            }
            """
    }

    // The first healthy server; each is checked every two seconds, more often when it is suspect; failed
    // requests count too.
    private static func haproxy(_ port: UInt16, _ services: [UInt16]) -> String {
        let servers = services.enumerated().map { "  server api-\($0 + 1) 127.0.0.1:\($1) check" }
        return """
            global
              maxconn 2000
            defaults
              mode http
              timeout connect 1s
              timeout client 30s
              timeout server 2s
              retries 3
              option redispatch 1
              retry-on all-retryable-errors
            frontend front
              bind 127.0.0.1:\(port)
              default_backend three
            backend three
              balance first
              option httpchk GET /health
              http-check expect status 200
              default-server inter 2s fastinter 500ms fall 3 rise 2 observe layer7 error-limit 3 on-error mark-down
            \(servers.joined(separator: "\n"))

            """
    }
}
