// Scenes: the start, the list of endpoints, the form.

import Canvas
import NetLayer

@testable import Screen
@testable import Workbench

extension Scene {
    static let starts: [Scene] = [
        Scene("first", [.small, .medium, .large, .tiny, .tinier, .cell]) { _ in },
        Scene(
            "loading", [.small, .tiny],
            from: { Driver(loading: "https://api.shop.example/openapi.json", width: $0.width, height: $0.height) }),
        Scene(
            "failed-description", [.small, .tiny],
            from: { size in
                var driver = Driver(
                    loading: "descriptions/a/rather/long/path/to/openapi.json", width: size.width, height: size.height)
                let failure = Failure(
                    title: "descriptions/a/rather/long/path/to/openapi.json cannot be read", detail: "there is no such file",
                    hint: "Check the path; a URL begins with http:// or https://.")
                driver.update(.source(.failedToDescribe(failure)))
                return driver
            }),
        Scene("filter", [.small, .medium]) { $0.keys("/ 'item'") },
        Scene("filter-inverted", [.small]) { $0.keys("/ '!item' enter") },
        Scene("filter-no-match", [.small]) { $0.keys("/ 'nowhere'") },
        Scene("folded", [.small]) { $0.keys("z j j") },
    ]

    static let forms: [Scene] = [
        Scene("form", [.small, .medium]) { driver in
            driver.keys("/ 'lines' enter 2 enter 'a-1' enter enter '3' enter 'hunter2'")
        },
        Scene("required-missing", [.small]) { $0.keys("j j enter") },
        Scene("form-fullscreen", [.tiny]) { $0.keys("/ 'lines' enter 2 f G") },
        Scene("offline", [.small]) { $0.update(.report(.offline(true, because: "the system reports no network"))) },
        Scene("warned", [.small]) { $0.update(.report(.warned("Certificates are not checked (--insecure)"))) },
    ]
}
