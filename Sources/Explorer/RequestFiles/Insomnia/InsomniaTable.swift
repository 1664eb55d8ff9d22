// The entries of an Insomnia export of versions 2 to 4: their kinds and their children.

import Document

/// The kind of an entry.
enum InsomniaEntry: Hashable {
    case workspace, folder, request, environment, cookies
    /// A request of an unsupported protocol.
    case foreign(String)
    /// Content of the user that a collection cannot represent.
    case left(String)
    /// Internal data of Insomnia.
    case silent
    case unknown(String)

    init(_ node: JSONNode) {
        let type = node.memberText("_type") ?? ""
        self =
            switch type {
            case "workspace": .workspace
            case "request_group": .folder
            case "request": .request
            case "environment": .environment
            case "cookie_jar": .cookies
            case "grpc_request": .foreign("gRPC")
            case "websocket_request": .foreign("WebSocket")
            case "socketio_request": .foreign("Socket.IO")
            case "mcp_request": .foreign("MCP")
            case "api_spec": node.filled("contents") == nil ? .silent : .left("an API description")
            case "proto_file", "proto_directory": .left("a protocol buffer file")
            case "unit_test_suite", "unit_test": .left("a test")
            case "mock_server", "mock_route": .left("a mock server")
            case "client_certificate", "ca_certificate": .left("a certificate")
            case "websocket_payload", "socketio_payload", "workspace_meta", "request_meta", "request_group_meta",
                "request_version",
                "response", "settings", "stats", "oauth2_token", "project", "grpc_request_meta", "cloud_provider_credential":
                .silent
            default: .unknown(type.isEmpty ? "(none)" : type)
            }
    }

    /// Whether the entry belongs in the tree.
    var isItem: Bool {
        switch self {
        case .folder, .request, .foreign: true
        default: false
        }
    }
}

/// The entries by their ids and parents.
struct InsomniaTable {
    private var nodes: [JSONNode] = []
    private var kinds: [InsomniaEntry] = []
    private var ids: [String?] = []
    private var parents: [String?] = []
    private var places: [String: Int] = [:]
    private var below: [String: [Int]] = [:]
    private(set) var workspaces: [Int] = []

    init(_ list: JSONNode) {
        for (index, node) in list.elements.enumerated() {
            let kind = InsomniaEntry(node)
            let (id, parent) = (node.memberText("_id"), node.memberText("parentId"))
            nodes.append(node)
            kinds.append(kind)
            ids.append(id)
            parents.append(parent)
            // If several entries have the same id, the first one has the children.
            if let id, places[id] == nil { places[id] = index }
            if kind == .workspace { workspaces.append(index) }
            if kind.isItem, let parent { below[parent, default: []].append(index) }
        }
    }

    var indices: Range<Int> { nodes.indices }
    subscript(index: Int) -> JSONNode { nodes[index] }
    func entryKind(_ index: Int) -> InsomniaEntry { kinds[index] }
    func entryID(_ index: Int) -> String? { ids[index] }
    func pointer(_ index: Int) -> String { "/resources/\(index)" }

    /// The direct children of a folder, in the order of the file.
    func children(of index: Int) -> [Int] {
        guard let id = ids[index], places[id] == index else { return [] }
        return below[id] ?? []
    }

    /// Requests and folders outside any folder of the file.
    var tops: [Int] { indices.filter { kinds[$0].isItem && parent($0).map { kinds[$0] != .folder } ?? true } }

    /// The workspace of a top item or an environment; `nil` if the file has none.
    func workspace(of index: Int) -> String? {
        guard let parent = parent(index) else { return nil }
        if kinds[parent] == .workspace { return ids[parent] }
        guard kinds[parent] == .environment, let above = self.parent(parent), kinds[above] == .workspace else { return nil }
        return ids[above]
    }

    /// Whether the environment applies in all others: it is not inside another one.
    func isBase(_ index: Int) -> Bool { parent(index).map { kinds[$0] != .environment } ?? true }

    private func parent(_ index: Int) -> Int? { parents[index].flatMap { places[$0] } }
}
