import FoundationEssentials
import NetLayer
import NetLayerFoundation
import Testing

@Suite struct ConversionTests {
    @Test func urlsKeepTheirText() throws {
        let text = "https://user:word@example.com:8443/a%20b?q=1&token=t#top"
        let url = try #require(URL(string: text))
        #expect(URI(url).revealed == text)
        #expect(URL(URI(text))?.absoluteString == text)
    }
}
