// Hashes as sha256sum prints them.

import Crypto

extension Digest {
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
