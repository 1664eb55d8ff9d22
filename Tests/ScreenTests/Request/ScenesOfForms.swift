// Scenes of the request form: fields, choices, problems, headers, bodies, credentials, docs.

import Canvas

@testable import Screen

extension Scene {
    static let libraryForms: [Scene] = [
        library("form-fields", [.small, .medium], "/ 'listBooks' enter 2 j enter '50' esc j j"),
        library("form-choices", [.small, .medium], "/ 'listBooks' enter 2 enter"),
        library("form-choice-typed", [.small], "/ 'listBooks' enter 2 enter 'es'"),
        library("form-invalid", [.small, .medium], "/ 'listBooks' enter 2 j enter '500' enter enter 'soon' enter"),
        library("form-refused", [.small], "/ 'listBooks' enter 2 j enter '500' esc s"),
        library("form-headers", [.small], "/ 'listBooks' enter 2 l j enter 'Authorization: hunter2' esc j enter 'X-More: yes'"),
        library("form-body", [.small, .medium, .tiny], "/ 'addBook' enter 2"),
        library("form-body-editing", [.small, .medium], "/ 'addBook' enter 2 j enter A-> left enter '\"notes\": [' enter '1'"),
        library("form-body-problem", [.small], "/ 'addBook' enter 2 j enter down down end backspace backspace '\"many\"' esc"),
        library("form-body-parts", [.small], "/ 'addBook' enter 2 space space j enter 'a note' enter"),
        library("form-auth", [.small], "/ 'addBook' enter 2 l enter 'hunter2' enter 'ann' enter 'pass'"),
        library("form-docs", [.small, .medium, .tiny], "/ 'listBooks' enter 2 l l l"),
        library("form-docs-open", [.small, .medium], "/ 'addBook' enter 2 l l j j j j j space j j j j j j j j j space"),
        post("form-body-choice", [.small, .medium], "/ 'sendItem' enter 2 space"),
        post("form-body-choices", [.small], "/ 'sendItem' enter 2 enter down"),
        post("form-body-full", [.medium], "/ 'sendItem' enter 2 space E"),
        post("form-body-file", [.small], "/ 'putScan' enter 2 l l g space j enter '@~/scan.png' esc"),
        library("form-fullscreen-narrow", [.tinier], "/ 'listBooks' enter 2 f"),
    ]

    private static func post(_ name: String, _ sizes: [Size], _ keys: String) -> Scene {
        Scene(name, sizes, keys) { try PostOffice.driver($0) }
    }

    private static func library(_ name: String, _ sizes: [Size], _ keys: String) -> Scene {
        Scene(name, sizes, keys) { try Library.driver($0) }
    }
}
