// The YAML counterparts of the JSON that `MadeDescription` generates.

enum MadeYAML {
    /// A whole description in one file.
    static func description(paths: Int) -> String {
        let items = (0..<paths).map { index in
            let lines = item(index, schema: "\"#/components/schemas/Schema\"").split(separator: "\n")
            return "  /\(MadeDescription.nouns[index % MadeDescription.nouns.count])\(index)/{id}:\n" + indented(lines)
        }
        let properties = schema(0, other: "\"#/components/schemas/Schema\"").split(separator: "\n")
        return """
            openapi: 3.0.3
            info: {title: Small, version: "1"}
            paths:
            \(items.joined())components:
              schemas:
                Schema:
            \(indented(properties, by: 6))
            """
    }

    private static func indented(_ lines: [Substring], by count: Int = 4) -> String {
        lines.map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
    }

    static func item(_ index: Int, schema: String) -> String {
        let noun = MadeDescription.nouns[index % MadeDescription.nouns.count]
        let operations = ["get", "put", "delete"].map { method in
            let body = """
                  requestBody:
                    required: true
                    content:
                      application/json:
                        schema:
                          $ref: \(schema)

                """
            return """
                \(method):
                  operationId: \(noun)/\(method)-\(index)
                  tags:
                    - \(noun)
                  summary: One of the \(noun)
                  description: >-
                    \(MadeDescription.words),
                    \(MadeDescription.words).
                  parameters:
                    - name: fields
                      in: query
                      description: \(MadeDescription.words)
                      schema:
                        type: array
                        items:
                          type: string
                \(method == "put" ? body : "")  responses:
                    "200":
                      description: It is there
                      content:
                        application/json:
                          schema:
                            $ref: \(schema)
                    "404":
                      description: There is none

                """
        }
        let parameters = """
            parameters:
              - name: id
                in: path
                required: true
                schema:
                  type: integer
                  format: int64
                  minimum: 1

            """
        return parameters + operations.joined()
    }

    static func schema(_ index: Int, other: String) -> String {
        let properties = (0..<12).map { number in
            switch number % 4 {
            case 0: "  name\(number):\n    type: string\n    description: \(MadeDescription.words)\n    example: a \(index)\n"
            case 1: "  count\(number):\n    type: integer\n    minimum: 0\n    maximum: \(index + number)\n    default: 0\n"
            case 2: "  state\(number):\n    type: string\n    enum: [open, closed, lost]\n    nullable: true\n"
            default: "  other\(number):\n    $ref: \(other)\n"
            }
        }
        return "type: object\nrequired: [name0, count1]\nproperties:\n" + properties.joined()
    }
}
