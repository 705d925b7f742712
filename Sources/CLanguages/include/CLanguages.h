// The language of a text, as far as CLD2 can tell.
#ifndef CLANGUAGES_H
#define CLANGUAGES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The code of the likeliest language of `count` bytes of UTF-8, such as `en`, or `un` if there is no guess.
///
/// The string is a constant. Threads may call it at the same time.
const char *_Nonnull language_of(const char *_Nonnull text, int32_t count);

#ifdef __cplusplus
}
#endif
#endif
