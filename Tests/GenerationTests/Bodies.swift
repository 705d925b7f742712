import Foundation

@testable import Generation

/// Answers of the service, in the shapes that it is known to give.
enum Bodies {
    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFB, 0xFF, 0xBE, 0x01])
    static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10])

    static let usage = #"""
        "usageMetadata":{"promptTokenCount":541,"candidatesTokenCount":1297,"totalTokenCount":1838,
        "promptTokensDetails":[{"modality":"TEXT","tokenCount":283}],
        "candidatesTokensDetails":[{"modality":"TEXT","tokenCount":7},
        {"modality":"IMAGE","tokenCount":1290}]},
        "modelVersion":"gemini-2.5-flash-image","responseId":"r1"
        """#

    /// What `usage` says.
    static let receipt = Receipt(
        modelAnswered: "gemini-2.5-flash-image", responseID: "r1",
        usage: TokenUsage(
            prompt: 541, candidates: 1297, thoughts: 0, total: 1838, imageTokens: 1290))

    /// An answer of one candidate with these parts.
    static func parts(_ parts: String, finish: String = "STOP") -> String {
        #"{"candidates":[{"content":{"parts":[\#(parts)],"role":"model"},"finishReason":"\#(finish)","#
            + #""index":0}],\#(usage)}"#
    }

    static func image(_ base64: String, _ type: String = "image/png") -> String {
        #"{"inlineData":{"mimeType":"\#(type)","data":"\#(base64)"}}"#
    }

    static let success = parts(
        #"{"text":"Here it is."},"# + image(png.base64EncodedString()))

    /// An error, with what its details are.
    static func error(
        _ status: String, _ message: String = "As you wish.", details: String = "[]"
    ) -> String {
        #"{"error":{"code":1,"message":"\#(message)","status":"\#(status)","details":\#(details)}}"#
    }

    /// The page of something that is not the service.
    static let html = "<!DOCTYPE html>\n<html><head><title>Sign\n in</title></head></html>"

    /// The detail that names a reason.
    static func errorInfo(_ reason: String) -> String {
        #"[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"\#(reason)","#
            + #""domain":"googleapis.com"}]"#
    }

    /// The details of a 429: the quota's id and value as JSON, and how long to wait.
    static func quota(_ violation: String, retryDelay: String? = nil) -> String {
        let failure =
            #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[\#(violation)]}"#
        let help = #"{"@type":"type.googleapis.com/google.rpc.Help","links":[]}"#
        let retry = retryDelay.map {
            #",{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"\#($0)"}"#
        }
        return error("RESOURCE_EXHAUSTED", details: "[\(failure),\(help)\(retry ?? "")]")
    }
}
