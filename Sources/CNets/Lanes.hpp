// Several floats at a time, as vectors of the compiler: the same code for every processor, and as exact as one by one.
#ifndef HEADSHOT_CNETS_LANES_HPP
#define HEADSHOT_CNETS_LANES_HPP

#include <cstddef>
#include <cstring>

// How many; every processor that is supported has vectors of four.
#ifndef HEADSHOT_CNETS_LANES
#define HEADSHOT_CNETS_LANES 4
#endif

namespace headshot::nets {

// Each source file has its own, since not all have as many lanes.
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

// The first few only; the others are zeros.
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

// Goes through `count` values, whole vectors first, then what is left of one. The body is handed a reader and a writer, which
// know where it is.
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
