// A model ready to run: values, and the operators that compute them one after another.
//
// `read.cpp` makes it from a file, `check.cpp` checks that its shapes fit together, `plan.cpp` assigns memory
// to the values, and `operators.cpp` and `convolutions.cpp` compute.
#ifndef HEADSHOT_CNETS_MODEL_HPP
#define HEADSHOT_CNETS_MODEL_HPP

#include "FlatBuffer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headshot::nets {

// Limits for a file. The three models need at most a tenth of them.
constexpr std::size_t most_bytes_of_file = std::size_t{64} << 20;
constexpr std::size_t most_tensors = 4096;
constexpr std::size_t most_operators = 4096;
constexpr std::size_t most_inputs = 8;
constexpr std::size_t most_outputs = 8;
constexpr std::size_t most_floats_of_tensor = std::size_t{16} << 20;
constexpr std::size_t most_floats = std::size_t{64} << 20;
// Multiplications per run; the largest of the three needs 58 million.
constexpr std::size_t most_work = std::size_t{2} << 30;

// A convolution computes this many pixels together: their sums and the weights fill the registers.
constexpr std::size_t most_pixels_at_once = 4;

// Counts what is used of a limit, and refuses to exceed it.
class Budget {
public:
    explicit Budget(std::size_t limit) : left_(limit) {}
    void take(std::size_t count) {
        require(count <= left_);
        left_ -= count;
    }

private:
    std::size_t left_;
};

// A picture's height, width and channels; there is always one picture. Weights have the number of filters in
// its place. Shapes with fewer dimensions are padded with ones in front.
struct Shape {
    std::array<int, 4> sides{1, 1, 1, 1};

    int filters() const { return sides[0]; }
    int height() const { return sides[1]; }
    int width() const { return sides[2]; }
    int channels() const { return sides[3]; }
    std::size_t pixels() const { return static_cast<std::size_t>(height()) * width(); }
    // At most `most_floats_of_tensor`: the reader has checked it.
    std::size_t count() const { return pixels() * channels() * filters(); }
    bool operator==(const Shape &other) const { return sides == other.sides; }
    bool operator!=(const Shape &other) const { return sides != other.sides; }
};

struct Tensor {
    Shape shape;
    // As in the file; the ones that pad `shape` in front do not count.
    int rank = 0;
    // The offset of its values, in floats from the start of the net's memory.
    std::size_t place = 0;
};

enum class Kind {
    add,
    average_pool,
    concatenation,
    convolution,
    depthwise_convolution,
    hard_swish,
    logistic,
    max_pool,
    multiply,
    pad,
    prelu,
    relu,
    reshape,
    resize,
    transposed_convolution,
};

// How a filter is moved over a picture.
struct Window {
    int height = 1, width = 1;
    int stride_y = 1, stride_x = 1;
    // Whether the picture is padded, so that only strides make the output smaller.
    bool is_padded = false;
    // The rows and columns of padding at the top and the left, which are read as zeros.
    int top = 0, left = 0;
};

struct Operator {
    Kind kind = Kind::relu;
    // By index, without the constants, which are below.
    std::vector<std::size_t> inputs;
    std::size_t output = 0;

    Window window;
    // The dimension, by index in a shape, along which concatenation joins.
    int axis = 0;
    // For padding: the amounts before and after each side. For a resize: height and width.
    std::vector<std::int32_t> numbers;

    // Filters, height, width and channels, and their values; the slopes of a PReLU.
    Shape weights_shape;
    std::vector<float> weights;
    std::vector<float> bias;
};

struct Model {
    std::vector<Tensor> tensors;
    std::vector<Operator> operators;
    std::size_t input = 0;
    std::vector<std::size_t> outputs;
    // The floats of all values that exist at the same time, and those that a convolution gathers.
    std::size_t memory = 0, gathered = 0;
};

// Reads a file. Its weights count towards `memory`.
Model read(Bytes file, Budget &memory);

// Refuses operators whose shapes do not fit together, and completes their windows.
void check(Model &model);

// Assigns each value a place, and reuses the place once the value is not needed any more.
void plan(Model &model, Budget &memory);

// Arranges the weights of a convolution in the order of their use.
void arrange(Operator &convolution, Budget &memory);

// The addresses of the tensors' values.
using Values = std::vector<float *>;

// The functions that compute convolutions, and how many filters they compute together, which determines the
// arrangement of weights.
struct Convolutions {
    std::size_t filters_at_once;
    void (*run)(const Operator &step, const Model &model, const Values &values, float *gathered);
    void (*run_depthwise)(const Operator &step, const Model &model, const Values &values);
};

// The fastest that this processor can run; the same for the life of the process.
const Convolutions &quickest_convolutions();
// For processors with AVX2 only.
const Convolutions &wide_convolutions();

void run(const Operator &step, const Model &model, const Values &values, float *gathered);

}  // namespace headshot::nets

#endif
