// The entry of the test bundle of this package, by the name under which SwiftPM looks for one. With it SwiftPM searches no index for test cases of XCTest,
// of which there are none, and the build needs no index.

import Testing

@main
struct TestBundle {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
