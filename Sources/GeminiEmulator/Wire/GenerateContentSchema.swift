/// The messages of a `generateContent` request, after Google's `generative_service.proto` and `content.proto`.
extension MessageSchema {
    /// The whole request.
    static let generateContentRequest = MessageSchema(fields: [
        "model": .string,
        "contents": .repeated(.message(content)),
        "system_instruction": .message(content),
        "generation_config": .message(generationConfig),
        "safety_settings": .repeated(.message(safetySetting)),
        "tools": .repeated(.anything),
        "tool_config": .anything,
        "cached_content": .string,
        "service_tier": .string,
        "store": .bool,
    ])

    private static let content = MessageSchema(fields: [
        "role": .string,
        "parts": .repeated(.message(part)),
    ])

    private static let part = MessageSchema(fields: [
        "text": .string,
        "inline_data": .message(MessageSchema(fields: ["mime_type": .string, "data": .bytes])),
        "file_data": .message(MessageSchema(fields: ["mime_type": .string, "file_uri": .string])),
        "function_call": .anything,
        "function_response": .anything,
        "executable_code": .anything,
        "code_execution_result": .anything,
        "video_metadata": .anything,
        "media_resolution": .anything,
        "part_metadata": .anything,
        "thought": .bool,
        "thought_signature": .bytes,
    ])

    private static let generationConfig = MessageSchema(fields: [
        "candidate_count": .int32,
        "stop_sequences": .repeated(.string),
        "max_output_tokens": .int32,
        "temperature": .float,
        "top_p": .float,
        "top_k": .int32,
        "seed": .int32,
        "response_mime_type": .string,
        "response_schema": .anything,
        "response_json_schema": .anything,
        "_response_json_schema": .anything,
        "presence_penalty": .float,
        "frequency_penalty": .float,
        "response_logprobs": .bool,
        "logprobs": .int32,
        "enable_enhanced_civic_answers": .bool,
        "response_modalities": .repeated(
            enumeration(
                "GenerationConfig.Modality", "MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "AUDIO")),
        "speech_config": .anything,
        "thinking_config": .anything,
        "media_resolution": enumeration(
            "GenerationConfig.MediaResolution", "MEDIA_RESOLUTION_UNSPECIFIED",
            "MEDIA_RESOLUTION_LOW", "MEDIA_RESOLUTION_MEDIUM", "MEDIA_RESOLUTION_HIGH"),
        "image_config": .message(
            MessageSchema(fields: ["aspect_ratio": .string, "image_size": .string])),
    ])

    private static let safetySetting = MessageSchema(fields: [
        "category": enumeration(
            "HarmCategory", "HARM_CATEGORY_UNSPECIFIED", "HARM_CATEGORY_HARASSMENT",
            "HARM_CATEGORY_HATE_SPEECH", "HARM_CATEGORY_SEXUALLY_EXPLICIT",
            "HARM_CATEGORY_DANGEROUS_CONTENT", "HARM_CATEGORY_CIVIC_INTEGRITY"),
        "threshold": enumeration(
            "SafetySetting.HarmBlockThreshold", "HARM_BLOCK_THRESHOLD_UNSPECIFIED",
            "BLOCK_LOW_AND_ABOVE", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_ONLY_HIGH", "BLOCK_NONE",
            "OFF"),
    ])

    private static func enumeration(_ type: String, _ names: String...) -> FieldType {
        .enumeration(
            type: "type.googleapis.com/google.ai.generativelanguage.v1beta.\(type)", names: names)
    }
}
