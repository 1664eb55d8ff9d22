// Fills a draft by names, with the values from commands and from saved requests.

import Catalog
import NetLayer

extension RequestDraft {
    /// A name and its value.
    public typealias Given = (name: String, value: FieldValue)

    /// Reads the values from a real path: `/items/5` for the template `/items/{id}`.
    public mutating func setPathValues(_ path: String) {
        guard case .operation(let endpoint, _) = target, let texts = endpoint.pathValues(in: path) else { return }
        values += texts.sorted { $0.key < $1.key }.filter { $0.value != "{\($0.key)}" }.map {
            .parameter(Parameter($0.key, .plain($0.value), in: .path))
        }
    }

    /// Sets values by name: of parameters, of keys of the security schemes, and of fields and variables of a
    /// collection. Several values of one name make a list.
    public mutating func setValues(_ given: [Given]) throws(DraftProblem) {
        switch target {
        case .operation(_, let operation): try setOperationValues(given, operation)
        case .collected(_, let saved, _): try setCollectionValues(given, saved)
        case .address: values += given.map { .parameter(Parameter($0.name, $0.value, in: .query)) }
        }
    }

    private mutating func setOperationValues(_ given: [Given], _ operation: Catalog.Operation) throws(DraftProblem) {
        let keys = operation.keys
        var order: [String] = []
        for (name, _) in given where !order.contains(name) { order.append(name) }
        for name in order {
            let own = given.filter { $0.name == name }.map(\.value)
            let field = operation.parameters.first { $0.name == name }
            let key = keys.first { $0.name == name }
            if own.count > 1, field != nil || key != nil, field?.takesList != true { throw .givenTwice(name, type: field?.type) }
            names.insert(name)
            if let field {
                values.append(.field(field, own.map(\.revealed), isSecret: own.contains(where: \.isSecret)))
            } else if let key {
                values += own.map { .parameter(Parameter(name, .secret(Secret($0.revealed)), in: key.place)) }
            } else {
                let forms = (operation.body?.sendable ?? []).flatMap(\.formMembers)
                throw .unknown(
                    name, known: operation.parameters.map(\.name) + keys.map(\.name),
                    isMember: forms.contains { $0.field.name == name })
            }
        }
    }

    private mutating func setCollectionValues(_ given: [Given], _ saved: CollectedRequest) throws(DraftProblem) {
        for (name, value) in given {
            if given.count(where: { $0.name == name }) > 1 { throw .givenTwice(name, type: nil) }
            guard let slot = saved.findSlot(of: name) else {
                throw .unknown(name, known: saved.fields.map(\.name), isMember: false)
            }
            changes.texts[slot] = value.revealed
            if value.isSecret { secretNames.insert(name) }
        }
    }
}

extension Catalog.Operation {
    /// The keys that the security schemes of the operation require.
    public var keys: [(name: String, place: Parameter.Place)] {
        security.schemes.compactMap { scheme in
            guard case .apiKey(let name, let place) = scheme.kind else { return nil }
            return Parameter.Place(rawValue: place.rawValue).map { (name, $0) }
        }
    }

    /// Whether the operation accepts a value under that name.
    public func acceptsValue(_ name: String) -> Bool {
        parameters.contains { $0.name == name } || keys.contains { $0.name == name } || saved?.findSlot(of: name) != nil
    }

    /// The body as the description has it; for a request without a description only its media type.
    public var bodyField: BodyField {
        body ?? BodyField(isRequired: false, contentTypes: [saved?.mediaType ?? "application/json"])
    }
}
