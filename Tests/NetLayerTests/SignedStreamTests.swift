// The digest of a body that is not in memory is that of its bytes.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct SignedStreamTests {
    @Test(arguments: [0, 1, 65_535, 65_536, 200_001]) func aStreamedBodyHasTheDigestOfItsBytes(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.file("part", bytes)
        let source = BodySource([.bytes([1, 2]), .file(try FileSlice(path: path)), .bytes([3])])
        let request = { (body: WireBody) in WireRequest(method: .post, url: URI("http://api.test/x"), body: body) }
        let whole = [1, 2] + bytes + [3]
        #expect(try request(.stream(source)).contentDigest() == Digest.sha256(whole))
        #expect(try request(.bytes(whole)).contentDigest() == Digest.sha256(whole))
        #expect(try request(.none).contentDigest() == Digest.sha256([]))
    }
}
