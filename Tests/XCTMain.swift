// The entry of the test bundle, by the name under which SwiftPM looks for one: with it SwiftPM searches no index for
// test cases of XCTest, of which there are none.

import Testing

@main
struct TestBundle {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
