#include "CLanguages.h"

// CLD2's header uses FILE without including it.
#include <cstdio>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

const char *language_of(const char *text, int32_t count) {
    // Without it, CLD2 makes no guess for fewer than some twenty bytes.
    const int best_effort = 0x4000;
    const CLD2::CLDHints hints = {
        nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    CLD2::Language languages[3];
    int shares[3], bytes_of_text, valid_bytes;
    double scores[3];
    bool is_reliable;
    CLD2::Language likeliest = CLD2::ExtDetectLanguageSummaryCheckUTF8(
        text, count, true, &hints, best_effort, languages, shares, scores, nullptr, &bytes_of_text,
        &is_reliable, &valid_bytes);
    return CLD2::LanguageCode(likeliest);
}
