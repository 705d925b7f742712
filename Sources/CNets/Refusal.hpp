#ifndef HEADSHOT_CNETS_REFUSAL_HPP
#define HEADSHOT_CNETS_REFUSAL_HPP

namespace headshot::nets {

// A model that cannot be run: damaged, hostile, or of operators that are not among ours. Only pinned files are opened
// outside of tests, so nobody asks for the reason.
struct Refusal {};

inline void require(bool holds) {
    if (!holds) throw Refusal();
}

}  // namespace headshot::nets

#endif
