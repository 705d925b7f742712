// The convolutions for vectors of eight floats, which most x86 processors since 2013 have.
//
// HEADSHOT_CNETS_NARROW leaves them out, so that a test can compare.
#if defined(__x86_64__) && !defined(HEADSHOT_CNETS_NARROW)

// Other headers come first, so that none of their code is compiled for AVX2 and then used by a processor without it.
#include "Model.hpp"

#include <algorithm>
#include <array>
#include <cstring>

// A product and its sum are rounded separately, as everywhere else.
#pragma clang fp contract(off)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define HEADSHOT_CNETS_LANES 8
#include "Convolutions.hpp"
#pragma clang attribute pop

namespace headshot::nets {

const Convolutions &wide_convolutions() {
    return convolutions;
}

}  // namespace headshot::nets

#endif
