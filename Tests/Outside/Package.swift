// swift-tools-version: 6.2
import PackageDescription

// Another package that uses this one by its products alone; scripts/outside.sh builds and tests it.

/// Everything that the sources name must come from a module that they import.
let settings: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)]

let package = Package(
    name: "outside",
    dependencies: [
        .package(name: "explorer", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    ],
    targets: [
        .executableTarget(
            name: "FirstRequest",
            dependencies: [
                .product(name: "NetLayer", package: "explorer"), .product(name: "NetLayerFoundation", package: "explorer"),
            ], swiftSettings: settings),
        .testTarget(
            name: "OutsideTests",
            dependencies: [
                .product(name: "NetLayer", package: "explorer"), .product(name: "NetLayerFoundation", package: "explorer"),
                .product(name: "NetLayerTesting", package: "explorer"),
                .product(name: "NetLayerObservability", package: "explorer"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ], swiftSettings: settings),
    ]
)
