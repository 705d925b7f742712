// Several floats at a time, as the compiler's vectors: the same code for every processor, with the same results
// as one float at a time.
#ifndef HEADSHOT_CNETS_LANES_HPP
#define HEADSHOT_CNETS_LANES_HPP

#include <cstddef>
#include <cstring>

// How many; every supported processor has vectors of four.
#ifndef HEADSHOT_CNETS_LANES
#define HEADSHOT_CNETS_LANES 4
#endif

namespace headshot::nets {

// Each source file has its own, since the number of lanes differs.
namespace {

constexpr int lanes = HEADSHOT_CNETS_LANES;
using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));

inline Lanes load(const float *from) {
    Lanes values;
    std::memcpy(&values, from, sizeof values);
    return values;
}

inline void store(float *to, Lanes values) {
    std::memcpy(to, &values, sizeof values);
}

// Loads only the first few; the others are zeros.
inline Lanes load(const float *from, std::size_t count) {
    Lanes values{};
    std::memcpy(&values, from, count * sizeof(float));
    return values;
}

inline void store(float *to, Lanes values, std::size_t count) {
    std::memcpy(to, &values, count * sizeof(float));
}

inline Lanes larger(Lanes a, Lanes b) {
    return a > b ? a : b;
}

inline Lanes smaller(Lanes a, Lanes b) {
    return a < b ? a : b;
}

// Processes `count` values, whole vectors first, then the rest. The body gets a reader and a writer that know
// the position.
template <class Body> inline void for_lanes(std::size_t count, Body body) {
    std::size_t at = 0;
    for (; at + lanes <= count; at += lanes)
        body([&](const float *from) { return load(from + at); }, [&](float *to, Lanes values) { store(to + at, values); });
    const std::size_t rest = count - at;
    if (rest)
        body(
            [&](const float *from) { return load(from + at, rest); },
            [&](float *to, Lanes values) { store(to + at, values, rest); });
}

}  // namespace

}  // namespace headshot::nets

#endif
