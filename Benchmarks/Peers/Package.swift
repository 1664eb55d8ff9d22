// swift-tools-version: 6.2
// NetLayer beside AsyncHTTPClient: a package of its own, so that no other build needs SwiftNIO. `make peers`
// runs it.

import PackageDescription

let package = Package(
    name: "peers",
    dependencies: [
        .package(name: "explorer", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "Peers",
            dependencies: [
                .product(name: "NetLayer", package: "explorer"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "_NIOFileSystem", package: "swift-nio"),
            ])
    ]
)
