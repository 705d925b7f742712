// The transposed convolution: one product for each value, its sums four at a time.
#include "Lanes.hpp"
#include "Model.hpp"

namespace headshot::nets {

void run_transposed(const Operator &step, const Model &model, const Values &values) {
    const Shape in_shape = model.tensors[step.inputs[0]].shape, shape = model.tensors[step.output].shape;
    const Window &window = step.window;
    const std::size_t channels = in_shape.channels(), filters = shape.channels();
    float *out = values[step.output];
    for (int y = 0; y < shape.height(); ++y) {
        for (int x = 0; x < shape.width(); ++x, out += filters) {
            const std::size_t pixel =
                static_cast<std::size_t>(y / window.height) * in_shape.width() + x / window.width;
            const float *in = values[step.inputs[0]] + pixel * channels;
            for (std::size_t filter = 0; filter < filters; ++filter) {
                const std::size_t place =
                    (filter * window.height + y % window.height) * window.width + x % window.width;
                const float *weights = step.weights.data() + place * channels;
                Lanes sums{};
                for_lanes(channels, [&](auto load, auto) { sums += load(in) * load(weights); });
                out[filter] = step.bias[filter] + ((sums[0] + sums[1]) + (sums[2] + sums[3]));
            }
        }
    }
}

}  // namespace headshot::nets
