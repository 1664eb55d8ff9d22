// The demo's OpenAPI 3.1 description, written by hand: what `/openapi.json` serves and the screen opens.

enum Description {
    /// JSON. Its paths and parameters are those of ``DemoService/router()``.
    static let openAPI = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Explorer demo",
            "version": "1.0.0",
            "summary": "A small shop to explore: lists, slow answers, errors.",
            "description": "Three services serve this API on loopback. The `X-Service` field of an answer names the one that gave it.",
            "license": { "name": "MIT", "identifier": "MIT" }
          },
          "servers": [{ "url": "/", "description": "The service that this description came from" }],
          "tags": [
            { "name": "items", "description": "A list of 523 items, in pages" },
            { "name": "timing", "description": "Answers that take their time" },
            { "name": "errors", "description": "Any status, on demand" },
            { "name": "diagnostics", "description": "How the service is, and what it saw" }
          ],
          "paths": {
            "/items": {
              "get": {
                "tags": ["items"],
                "operationId": "listItems",
                "summary": "List items",
                "description": "Pages are linked by the `Link` field (RFC 8288): first, prev, next, last.",
                "parameters": [
                  { "name": "page", "in": "query", "description": "The page, counted from 1",
                    "schema": { "type": "integer", "minimum": 1, "default": 1 } },
                  { "name": "size", "in": "query", "description": "Items on a page",
                    "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 20 } },
                  { "name": "q", "in": "query", "description": "Text in the name or the user, in any case",
                    "schema": { "type": "string" }, "example": "lamp" },
                  { "name": "state", "in": "query", "description": "Items in this state only",
                    "schema": { "type": "string", "enum": ["open", "closed", "all"], "default": "all" } }
                ],
                "responses": {
                  "200": {
                    "description": "One page",
                    "headers": {
                      "Link": { "description": "The neighbouring pages", "schema": { "type": "string" } },
                      "X-Total-Count": { "description": "Items on all pages", "schema": { "type": "integer" } }
                    },
                    "content": { "application/json": { "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } } } }
                  },
                  "400": { "$ref": "#/components/responses/Problem" }
                }
              },
              "post": {
                "tags": ["items"],
                "operationId": "createItem",
                "summary": "Create an item",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {
                      "schema": { "$ref": "#/components/schemas/NewItem" },
                      "example": { "name": "Oak desk lamp", "price": 34.9, "state": "open", "labels": ["new", "sale"] }
                    }
                  }
                },
                "responses": {
                  "201": {
                    "description": "Created",
                    "headers": { "Location": { "description": "The new item", "schema": { "type": "string", "format": "uri-reference" } } },
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Item" } } }
                  },
                  "400": { "$ref": "#/components/responses/Problem" },
                  "415": { "$ref": "#/components/responses/Problem" },
                  "422": { "$ref": "#/components/responses/Problem" }
                }
              }
            },
            "/items/{id}": {
              "get": {
                "tags": ["items"],
                "operationId": "getItem",
                "summary": "Get one item",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "description": "The item's number, 1 to 523 at the start",
                    "schema": { "type": "integer", "minimum": 1 }, "example": 42 }
                ],
                "responses": {
                  "200": {
                    "description": "The item",
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Item" } } }
                  },
                  "404": { "$ref": "#/components/responses/Problem" }
                }
              }
            },
            "/slow": {
              "get": {
                "tags": ["timing"],
                "operationId": "slow",
                "summary": "Answer after a while",
                "description": "Stops waiting when the client goes.",
                "parameters": [
                  { "name": "seconds", "in": "query", "description": "How long to wait",
                    "schema": { "type": "number", "minimum": 0, "maximum": 120, "default": 3 }, "example": 10 }
                ],
                "responses": {
                  "200": {
                    "description": "After the wait",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "properties": { "service": { "type": "string" }, "waited": { "type": "number" } }
                        }
                      }
                    }
                  },
                  "400": { "$ref": "#/components/responses/Problem" }
                }
              }
            },
            "/status/{code}": {
              "get": {
                "tags": ["errors"],
                "operationId": "status",
                "summary": "Answer with a status",
                "description": "301, 302, 303, 307 and 308 lead to `/health`.",
                "parameters": [
                  { "name": "code", "in": "path", "required": true, "description": "The status of the answer",
                    "schema": { "type": "integer", "minimum": 200, "maximum": 599 }, "example": 503 }
                ],
                "responses": {
                  "default": {
                    "description": "The status that was asked for",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "properties": {
                            "status": { "type": "integer" },
                            "reason": { "type": "string" },
                            "service": { "type": "string" }
                          }
                        }
                      }
                    }
                  }
                }
              }
            },
            "/health": {
              "get": {
                "tags": ["diagnostics"],
                "operationId": "health",
                "summary": "Say how the service is",
                "responses": {
                  "200": {
                    "description": "It works",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "properties": {
                            "status": { "type": "string", "const": "ok" },
                            "service": { "type": "string" },
                            "items": { "type": "integer", "description": "Items in its list" },
                            "waiting": { "type": "integer", "description": "Slow requests in progress" }
                          }
                        }
                      }
                    }
                  }
                }
              }
            },
            "/echo": {
              "get": {
                "tags": ["diagnostics"],
                "operationId": "echo",
                "summary": "Show the request as it arrived",
                "parameters": [
                  { "name": "text", "in": "query", "description": "Anything", "schema": { "type": "string" }, "example": "héllo wörld" },
                  { "name": "X-Note", "in": "header", "description": "Any header field comes back", "schema": { "type": "string" } }
                ],
                "responses": { "200": { "$ref": "#/components/responses/Echo" } }
              },
              "post": {
                "tags": ["diagnostics"],
                "operationId": "echoBody",
                "summary": "Show the request and its body",
                "requestBody": {
                  "content": {
                    "application/json": { "schema": {}, "example": { "greeting": "hello", "to": ["you", "me"] } },
                    "text/plain": { "schema": { "type": "string" }, "example": "hello" }
                  }
                },
                "responses": {
                  "200": { "$ref": "#/components/responses/Echo" },
                  "413": { "$ref": "#/components/responses/Problem" }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Item": {
                "type": "object",
                "required": ["id", "name", "state", "user", "assignee", "labels", "comments", "price", "createdAt"],
                "properties": {
                  "id": { "type": "integer" },
                  "name": { "type": "string" },
                  "state": { "type": "string", "enum": ["open", "closed"] },
                  "user": { "type": "string" },
                  "assignee": { "type": ["string", "null"] },
                  "labels": { "type": "array", "items": { "type": "string" } },
                  "comments": { "type": "integer" },
                  "price": { "type": "number" },
                  "createdAt": { "type": "string", "format": "date-time" }
                }
              },
              "NewItem": {
                "type": "object",
                "required": ["name", "price"],
                "properties": {
                  "name": { "type": "string", "minLength": 1, "maxLength": 200 },
                  "price": { "type": "number", "minimum": 0, "maximum": 1000000 },
                  "state": { "type": "string", "enum": ["open", "closed"], "default": "open" },
                  "user": { "type": "string", "default": "you" },
                  "labels": { "type": "array", "maxItems": 20, "items": { "type": "string" } }
                }
              },
              "Problem": {
                "description": "RFC 9457 problem details",
                "type": "object",
                "properties": {
                  "type": { "type": "string" },
                  "title": { "type": "string" },
                  "status": { "type": "integer" },
                  "detail": { "type": "string" },
                  "errors": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "properties": { "field": { "type": "string" }, "message": { "type": "string" } }
                    }
                  }
                }
              },
              "Echo": {
                "type": "object",
                "properties": {
                  "method": { "type": "string" },
                  "path": { "type": "string" },
                  "query": { "type": "object" },
                  "headers": { "type": "object" },
                  "bytes": { "type": "integer" },
                  "body": { "type": "string" },
                  "bodyBase64": { "type": "string", "description": "In place of body when that is not UTF-8" }
                }
              }
            },
            "responses": {
              "Problem": {
                "description": "What was wrong",
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } }
              },
              "Echo": {
                "description": "The request",
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Echo" } } }
              }
            }
          }
        }

        """#
}
