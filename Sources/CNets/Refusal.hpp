#ifndef HEADSHOT_CNETS_REFUSAL_HPP
#define HEADSHOT_CNETS_REFUSAL_HPP

namespace headshot::nets {

// A model that cannot be run: damaged, hostile, or with other operators than those supported. Only pinned files
// are opened outside tests, so no reason is given.
struct Refusal {};

inline void require(bool holds) {
    if (!holds) throw Refusal();
}

}  // namespace headshot::nets

#endif
