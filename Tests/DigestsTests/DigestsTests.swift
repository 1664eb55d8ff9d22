// Published vectors: FIPS 180-4 (NIST's examples and long message), RFC 1321, RFC 4231; and what programs do with them (RFC 7616).

import Testing

@testable import Digests

struct DigestsTests {
    private struct Vector: Sendable {
        let text: String
        let digest: String
    }

    private static let sha256Vectors = [
        Vector(text: "", digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector(text: "abc", digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Vector(
            text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Vector(
            text: String(repeating: "a", count: 1_000_000),
            digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    private static let md5Vectors = [
        Vector(text: "", digest: "d41d8cd98f00b204e9800998ecf8427e"),
        Vector(text: "abc", digest: "900150983cd24fb0d6963f7d28e17f72"),
        Vector(text: "message digest", digest: "f96b697d7cb7938d525a2f31aaf161d0"),
        Vector(
            text: String(repeating: "1234567890", count: 8), digest: "57edf4a22be3c955ac49da2e2107b67a"),
    ]

    @Test(arguments: sha256Vectors) private func sha256(_ vector: Vector) {
        #expect(HashFunction.sha256.digest(Array(vector.text.utf8)).hexadecimal == vector.digest)
    }

    @Test(arguments: md5Vectors) private func md5(_ vector: Vector) {
        #expect(HashFunction.md5.digest(Array(vector.text.utf8)).hexadecimal == vector.digest)
    }

    /// RFC 7616 §3.9.1: `response` of both of its algorithms.
    @Test func theExampleOfDigestAccess() {
        func hash(_ function: HashFunction, _ text: String) -> String { function.digest(Array(text.utf8)).hexadecimal }
        func response(_ function: HashFunction) -> String {
            let user = hash(function, "Mufasa:http-auth@example.org:Circle of Life")
            let request = hash(function, "GET:/dir/index.html")
            let nonces = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v:00000001:f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
            return hash(function, "\(user):\(nonces):auth:\(request)")
        }
        #expect(response(.md5) == "8ca523f5e9506fed4657c9700eebdbec")
        #expect(response(.sha256) == "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1")
    }

    @Test func piecesGiveTheDigestOfTheWhole() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for size in [1, 63, 64, 65, 4_096, 99_999] {
            var hash = RunningHash(.sha256)
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hash.update($0) }
            }
            #expect(hash.finish() == HashFunction.sha256.digest(bytes))
        }
    }

    /// RFC 4231, test cases 1 to 4, 6 and 7.
    private struct KeyedVector: Sendable {
        let key: [UInt8]
        let bytes: [UInt8]
        let code: String
    }

    private static let keyed = [
        KeyedVector(
            key: [UInt8](repeating: 0x0b, count: 20), bytes: Array("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        KeyedVector(
            key: Array("Jefe".utf8), bytes: Array("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        KeyedVector(
            key: [UInt8](repeating: 0xaa, count: 20), bytes: [UInt8](repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        KeyedVector(
            key: Array(1...25), bytes: [UInt8](repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        KeyedVector(
            key: [UInt8](repeating: 0xaa, count: 131),
            bytes: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        KeyedVector(
            key: [UInt8](repeating: 0xaa, count: 131),
            bytes: Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
        // Not in the RFC: an empty key over an empty text, by Python's hmac.
        KeyedVector(key: [], bytes: [], code: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]

    @Test(arguments: keyed) private func hmac(_ vector: KeyedVector) {
        let code = HMAC.sha256(vector.bytes, key: vector.key)
        #expect(code.hexadecimal == vector.code)
        #expect(HMAC.isSHA256(code, of: vector.bytes, key: vector.key))
        var wrong = code
        wrong[31] ^= 1
        #expect(!HMAC.isSHA256(wrong, of: vector.bytes, key: vector.key))
        #expect(!HMAC.isSHA256(Array(code.dropLast()), of: vector.bytes, key: vector.key))
        #expect(!HMAC.isSHA256([], of: vector.bytes, key: vector.key))
    }

    /// Each task makes contexts of its own; the fetched algorithms are shared.
    @Test func manyTasksAtOnce() async {
        let right = HashFunction.sha256.digest([1, 2, 3])
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask { (0..<50).allSatisfy { _ in HashFunction.sha256.digest([1, 2, 3]) == right } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
