// Small images made by another program, as base64: a gradient, and one that is dark at the left and bright at the right.

import Foundation

enum Samples {
    private static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

    static let png = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAAIklEQVR4nGNkYGDgYmCjHLEw8LMxMFABjRo0atCoQSPVIADu4Ar/5Nav3gAAAA"
            + "BJRU5ErkJggg==")
    static let png16 = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAAAAAApT+BJAAAAFklEQVR4nGNkQAInkNhMDDjAqAQtJQBI9wDol6A9qgAAAABJRU5ErkJggg==")
    static let pngAlpha = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAEElEQVR4nGNgYGD4z4APAAAeBAEAAN8GTgAAAABJRU5ErkJggg==")
    static let jpeg = bytes(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGB"
            + "YUGBIUFRT/wAALCAAQABgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIh"
            + "MUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhI"
            + "WGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APyq"
            + "r9Cv+CSn/NVf+4V/7eV+hdfz1V+hX/BJT/mqv/cK/wDbyv0Lr//Z")
    static let jpegTurned = bytes(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQ"
            + "oHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAQABgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQF"
            + "BgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3OD"
            + "k6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW"
            + "19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APyqr9Cv+CSn/NVf+4V/7eV+hdfz1V+hX/BJT/mqv/cK/wDbyv0Lr//Z")
    static let jpegProgressive = bytes(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGB"
            + "YUGBIUFRT/wgALCAAQABgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAACAn/2gAIAQEAAAABKiFQ09EKhv/EABYQAQEBAAAAAAAAAAAAAAAAAAcQ"
            + "AP/aAAgBAQABBQLEtJZ//8QAGBAAAwEBAAAAAAAAAAAAAAAABRCDwgD/2gAIAQEABj8C4rLbKy2v/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAA"
            + "gBAQABPyFRH//aAAgBAQAAABDb/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPxBd3//Z")
    static let gif = bytes(
        "R0lGODdhGAAQAIEAAAAAAMjIyAAAAAAAACwAAAAAGAAQAEAIPwABCBxIUGCAgwgTHizIEIDChwEaFoSoUCJBigktDsSIUKNBjhE9ggypcaRHhy"
            + "BPmhSZkiVHlS1LxrS4UibHgAA7")
    static let gifFlat = bytes(
        "R0lGODdhGAAQAIEAAAAAAMjIyAAAAAAAACwAAAAAGAAQAAAIPwABCBxIUGCAgwgTHizIEIDChwEaFoSoUCJBigktDsSIUKNBjhE9ggypcaRHhy"
            + "BPmhSZkiVHlS1LxrS4UibHgAA7")
    static let webp = bytes(
        "UklGRmIAAABXRUJQVlA4IFYAAACwAwCdASoYABAAPtFapkuoJaOhsAgBABoJbACsLwAB0SuoxcDOAAD+9FN74Z0FgstAZEza0ErfX3qU5d9Tyx"
            + "C3x/j4DEg1snFzd7T0xuPKPOXUdALAAA==")
    static let webpLossless = bytes(
        "UklGRiwAAABXRUJQVlA4TB8AAAAvF8ADALmM6H/sIqL/ASEB4YH/j0VxFMYgJgC41s0AAA==")
    static let bmp = bytes(
        "Qk22BAAAAAAAADYAAAAoAAAAGAAAABAAAAABABgAAAAAAIAEAADEDgAAxA4AAAAAAAAAAAAAWuEAYOEKZuEUbOEecuEoeOEyfuE8hOFGiuFQkO"
            + "FaluFknOFuouF4qOGCruGMtOGWuuGgwOGqxuG0zOG+0uHI2OHS3uHc5OHmVNIAWtIKYNIUZtIebNIoctIyeNI8ftJGhNJQitJakNJkltJunNJ4"
            + "otKCqNKMrtKWtNKgutKqwNK0xtK+zNLI0tLS2NLc3tLmTsMAVMMKWsMUYMMeZsMobMMycsM8eMNGfsNQhMNaisNkkMNulsN4nMOCosOMqMOWrs"
            + "OgtMOqusO0wMO+xsPIzMPS0sPc2MPmSLQATrQKVLQUWrQeYLQoZrQybLQ8crRGeLRQfrRahLRkirRukLR4lrSCnLSMorSWqLSgrrSqtLS0urS+"
            + "wLTIxrTSzLTc0rTmQqUASKUKTqUUVKUeWqUoYKUyZqU8bKVGcqVQeKVafqVkhKVuiqV4kKWClqWMnKWWoqWgqKWqrqW0tKW+uqXIwKXSxqXczK"
            + "XmPJYAQpYKSJYUTpYeVJYoWpYyYJY8ZpZGbJZQcpZaeJZkfpZuhJZ4ipaCkJaMlpaWnJagopaqqJa0rpa+tJbIupbSwJbcxpbmNocAPIcKQocU"
            + "SIceTocoVIcyWoc8YIdGZodQbIdacodkeIdufod4hIeCioeMkIeWloegnIeqooe0qIe+rofItIfSuofcwIfmMHgANngKPHgUQngeSHgoTngyVH"
            + "g8WnhGYHhQZnhabHhkcnhueHh4fniChHiMiniWkHiglniqnHi0oni+qHjIrnjStHjcunjmKmkAMGkKNmkUPGkeQmkoSGkyTmk8VGlGWmlQYGla"
            + "ZmlkbGlucml4eGmCfmmMhGmWimmgkGmqlmm0nGm+omnIqGnSrmnctGnmJFoAKloKMFoUNloePFooQloySFo8TlpGVFpQWlpaYFpkZlpubFp4cl"
            + "qCeFqMflqWhFqgilqqkFq0llq+nFrIolrSqFrcrlrmHksAJEsKKksUMEseNksoPEsyQks8SEtGTktQVEtaWktkYEtuZkt4bEuCckuMeEuWfkug"
            + "hEuqiku0kEu+lkvInEvSokvcqEvmGDwAHjwKJDwUKjweMDwoNjwyPDw8QjxGSDxQTjxaVDxkWjxuYDx4ZjyCbDyMcjyWeDygfjyqhDy0ijy+kD"
            + "zIljzSnDzcojzmEi0AGC0KHi0UJC0eKi0oMC0yNi08PC1GQi1QSC1aTi1kVC1uWi14YC2CZi2MbC2Wci2geC2qfi20hC2+ii3IkC3Sli3cnC3m"
            + "DB4AEh4KGB4UHh4eJB4oKh4yMB48Nh5GPB5QQh5aSB5kTh5uVB54Wh6CYB6MZh6WbB6gch6qeB60fh6+hB7Iih7SkB7clh7mBg8ADA8KEg8UGA"
            + "8eHg8oJA8yKg88MA9GNg9QPA9aQg9kSA9uTg94VA+CWg+MYA+WZg+gbA+qcg+0eA++fg/IhA/Sig/ckA/mAAAABgAKDAAUEgAeGAAoHgAyJAA8"
            + "KgBGMABQNgBaPABkQgBuSAB4TgCCVACMWgCWYACgZgCqbAC0cgC+eADIfgDShADcigDm")
}
