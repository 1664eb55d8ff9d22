// Reads a request that a person types or pastes: a command of curl or PowerShell, or a method and an address.

import Document
import NetLayer

/// Reads requests that a person types or pastes.
public enum TypedRequestReader {
    /// Whether the text can only be meant as a request: a command, or a method or scheme with an address.
    public static func recognises(_ text: String) -> Bool {
        if Command(text) != nil { return true }
        guard let line = RequestLine(text) else { return false }
        let address = line.address.lowercased()
        return address.hasPrefix("http://") || address.hasPrefix("https://")
            || methods.contains(line.method) && line.hasMethod && (address.hasPrefix("/") || TypedAddress.isMeant(address))
    }

    /// The requests of the text, in its order.
    /// - Throws: ``ImportError`` with the fault and what to write.
    public static func readCollection(_ text: String) throws(ImportError) -> RequestCollection {
        switch Command(text) {
        case .curl?: return split(try CurlReader.readCollection(Array(text.utf8), file: ""))
        case .powerShell?: return split(try PowerShellReader.readCollection(Array(text.utf8), file: ""))
        case nil: break
        }
        var collection = RequestCollection(format: "typed")
        collection.items = [.request(try readLine(text))]
        collection.report.requests = 1
        return split(collection)
    }

    /// The program that a pasted command runs.
    private enum Command {
        case curl, powerShell

        init?(_ text: String) {
            let bytes = Array(text.utf8)
            if CurlReader.recognises(bytes) {
                self = .curl
            } else if PowerShellReader.recognises(bytes) {
                self = .powerShell
            } else {
                return nil
            }
        }
    }

    /// Methods that are understood in small letters too.
    public static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]
    /// Methods whose requests have a body only in rare cases.
    private static let bodiless: Set<String> = ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

    /// `GET https://host/path`, `host/path`, `/path`.
    private struct RequestLine {
        var method = "GET"
        var address: String
        var hasMethod = false

        init?(_ text: String) {
            let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let last = words.last, (1...2).contains(words.count) else { return nil }
            address = last
            guard words.count == 2 else { return }
            let known = words[0].uppercased()
            method = methods.contains(known) ? known : words[0]
            guard HTTPMethod(rawValue: method).isValid, method == method.uppercased() else { return nil }
            hasMethod = true
        }
    }

    private static func readLine(_ text: String) throws(ImportError) -> CollectionRequest {
        if let refusal = UnreadRequests.refusal(Array(text.utf8), file: "") { throw refusal }
        guard let line = RequestLine(text) else {
            throw ImportError(
                ImportPlace(), "this is not a request", hint: "write a method and an address: GET https://example.com/items")
        }
        let isPath = line.address.hasPrefix("/") && !line.address.hasPrefix("//")
        let url = isPath ? line.address : TypedAddress(line.address).url
        guard isPath || URI(url).isAbsoluteHTTP || url.hasPrefix("{{") else {
            throw ImportError(
                ImportPlace(), "“\(line.address)” is not an address",
                hint: "write a host, http:// or https:// and a host, or a path that begins with /")
        }
        guard !url.contains("${") else {
            throw ImportError(
                ImportPlace(), "the address has a ${…}", hint: "write {name} in the path, and ${…} into the field of that name")
        }
        var request = CollectionRequest(name: "", method: line.method, url: url)
        request.name = "\(line.method) \(CurlURL.shortName(url))"
        request.pathVariables = pathVariables(of: url)
        if !bodiless.contains(line.method) {
            request.body = .text("", mediaType: "application/json")
            request.options.omitsEmptyBody = true
        }
        return request
    }

    /// `{id}` in a path is a field.
    private static func pathVariables(of url: String) -> [CollectionField] {
        var fields: [CollectionField] = []
        var rest = url.prefix { $0 != "?" && $0 != "#" }[...]
        while let open = rest.firstIndex(of: "{") {
            let inner = rest[rest.index(after: open)...]
            let name = inner.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            rest = inner.dropFirst(name.count)
            guard !name.isEmpty, rest.first == "}", !fields.contains(where: { $0.name == name }) else {
                // `{{name}}` is a variable of all requests.
                if inner.first == "{" { rest = inner.dropFirst() }
                continue
            }
            fields.append(CollectionField(String(name), ""))
        }
        return fields
    }

    // MARK: The query as fields

    /// Moves the pairs of each query into fields, where the fields are sent as the same bytes.
    private static func split(_ collection: RequestCollection) -> RequestCollection {
        var collection = collection
        collection.items = collection.requests.map { .request(splittingQuery($0)) }
        return collection
    }

    private static func splittingQuery(_ request: CollectionRequest) -> CollectionRequest {
        let url = request.url
        guard request.query.isEmpty, let mark = url.firstIndex(of: "?"), !url.contains("#"), !url.contains("{{") else {
            return request
        }
        let pairs = url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        var fields: [CollectionField] = []
        for pair in pairs {
            guard let equals = pair.firstIndex(of: "=") else { return request }
            let name = PercentCoding.decode(String(pair[..<equals]))
            let value = PercentCoding.decode(String(pair[pair.index(after: equals)...]))
            let again = PercentCoding.encode(name, for: .queryItem) + "=" + PercentCoding.encode(value, for: .queryItem)
            // Braces would become a variable.
            guard !name.isEmpty, again == pair, !name.contains("{{"), !value.contains("{{") else { return request }
            fields.append(CollectionField(name, value))
        }
        var request = request
        request.url = String(url[..<mark])
        request.query = fields
        return request
    }
}
