// Chooses the convolutions, and arranges their weights.
#include "Convolutions.hpp"

namespace headshot::nets {

const Convolutions &quickest_convolutions() {
#if defined(__x86_64__) && !defined(HEADSHOT_CNETS_NARROW)
    static const Convolutions &quickest = __builtin_cpu_supports("avx2") ? wide_convolutions() : convolutions;
    return quickest;
#else
    return convolutions;
#endif
}

void arrange(Operator &step, Budget &memory) {
    const std::size_t at_once = quickest_convolutions().filters_at_once;
    const std::size_t filters = step.weights_shape.filters(), reach = step.weights_shape.count() / filters;
    const std::size_t blocks = (filters + at_once - 1) / at_once;
    memory.take(blocks * at_once * reach);
    std::vector<float> arranged(blocks * at_once * reach, 0.0f);
    for (std::size_t filter = 0; filter < filters; ++filter) {
        const std::size_t block = filter / at_once, lane = filter % at_once;
        for (std::size_t index = 0; index < reach; ++index)
            arranged[(block * reach + index) * at_once + lane] = step.weights[filter * reach + index];
    }
    step.weights = std::move(arranged);
}

}  // namespace headshot::nets
