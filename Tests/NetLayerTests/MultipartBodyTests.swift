// multipart/form-data as bytes.

import NetLayer
import Testing

struct MultipartBodyTests {
    private func text(_ parts: [MultipartBody.Part]) -> (body: String, boundary: String) {
        guard case .bytes(let bytes, let type) = MultipartBody.encode(parts) else { return ("", "") }
        return (String(decoding: bytes, as: UTF8.self), String(type.split(separator: "boundary=").last ?? ""))
    }

    @Test func partsStandBetweenTheirLines() {
        let (body, line) = text([.init(name: "a", text: "1\r\n2"), .init(name: "f", text: "x", isFile: true)])
        #expect(
            body == "--\(line)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n2\r\n"
                + "--\(line)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--\(line)--\r\n"
        )
    }

    @Test func theLineStandsInNoPart() {
        let (_, usual) = text([])
        let (body, line) = text([.init(name: "a", text: "--\(usual)--")])
        #expect(line != usual)
        #expect(body.split(separator: "--\(line)").count == 2)
    }

    @Test func namesCannotEndTheirQuotes() {
        let (body, _) = text([.init(name: "a\"; x=\"\r\nEvil: 1", text: "")])
        #expect(body.contains("name=\"a%22; x=%22%0D%0AEvil: 1\""))
    }
}
