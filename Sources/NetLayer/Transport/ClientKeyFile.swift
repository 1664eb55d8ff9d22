// The files of a client's certificate and key, checked before a connection is opened: the messages of OpenSSL do not name
// what is wrong with them.

import Glibc

enum ClientKeyFile {
    /// The bytes of a file that are looked at.
    private static let most = 256 << 10

    /// Why these files cannot be used; `nil` when nothing is seen to be wrong.
    static func problem(_ connection: ConnectionOptions) -> TransferFailure? {
        guard let certificate = connection.clientCertificateFile else { return nil }
        let key = connection.clientKeyFile ?? certificate
        for (path, what) in [(certificate, "client certificate"), (key, "client key")].prefix(key == certificate ? 1 : 2) {
            guard let bytes = read(path) else {
                return TransferFailure(.file, "the \(what) \(path) cannot be read: \(String(cString: strerror(errno)))")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            // PKCS #8 (RFC 7468 §11), and the older form with its own header (RFC 1421 §4.6.1.1).
            let isKey = path == key
            if isKey, text.contains("BEGIN ENCRYPTED PRIVATE KEY") || isKey && text.contains("Proc-Type: 4,ENCRYPTED") {
                return TransferFailure(
                    .tls,
                    "the client key \(path) has a pass phrase: give a key without one ('openssl pkey -in \(path) -out FILE')")
            }
            guard text.contains("-----BEGIN ") else {
                return TransferFailure(
                    .tls,
                    "the \(what) \(path) is no PEM file (of PKCS #12, 'openssl pkcs12 -in \(path) -out FILE -nodes' makes one)")
            }
        }
        return nil
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: most)
        let count = Glibc.read(file, &bytes, most)
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
