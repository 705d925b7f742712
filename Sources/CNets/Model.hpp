// A model as it is run: values, and the operators that compute them one after another.
//
// `read.cpp` makes it from a file, `check.cpp` holds its shapes against each other, `plan.cpp` gives the values their
// places in memory, and `operators.cpp` and `convolutions.cpp` compute.
#ifndef HEADSHOT_CNETS_MODEL_HPP
#define HEADSHOT_CNETS_MODEL_HPP

#include "FlatBuffer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headshot::nets {

// What a file may ask for. The three models need a tenth of it at most.
constexpr std::size_t most_bytes_of_file = std::size_t{64} << 20;
constexpr std::size_t most_tensors = 4096;
constexpr std::size_t most_operators = 4096;
constexpr std::size_t most_inputs = 8;
constexpr std::size_t most_outputs = 8;
constexpr std::size_t most_floats_of_tensor = std::size_t{16} << 20;
constexpr std::size_t most_floats = std::size_t{64} << 20;
// Multiplications of a run; the largest of the three needs 58 million.
constexpr std::size_t most_work = std::size_t{2} << 30;

// A convolution computes this many pixels together: their sums and the weights fill the registers.
constexpr std::size_t most_pixels_at_once = 4;

// Counts what is taken of a limit, and refuses what goes beyond it.
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

// Pictures, height by width by channels, of which there is always one; weights have a count of filters in its place. What
// has fewer sides has ones in front.
struct Shape {
    std::array<int, 4> sides{1, 1, 1, 1};

    int filters() const { return sides[0]; }
    int height() const { return sides[1]; }
    int width() const { return sides[2]; }
    int channels() const { return sides[3]; }
    std::size_t pixels() const { return static_cast<std::size_t>(height()) * width(); }
    // At most `most_floats_of_tensor`: the reader has seen to it.
    std::size_t count() const { return pixels() * channels() * filters(); }
    bool operator==(const Shape &other) const { return sides == other.sides; }
    bool operator!=(const Shape &other) const { return sides != other.sides; }
};

struct Tensor {
    Shape shape;
    // Of the file; sides in front of `shape` do not count.
    int rank = 0;
    // Where its values are, in floats from the start of the net's memory.
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
    // Whether the picture is padded, so that strides alone make it smaller.
    bool is_padded = false;
    // The rows and columns of the padding in front, which is looked at as zeros.
    int top = 0, left = 0;
};

struct Operator {
    Kind kind = Kind::relu;
    // By index; only those that are computed. Constants are below.
    std::vector<std::size_t> inputs;
    std::size_t output = 0;

    Window window;
    // The side of the output, by index in a shape, that concatenation adds up.
    int axis = 0;
    // Of padding: what comes before and after each side. Of a resize: height and width.
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
    // The floats of all values that are there at the same time, and those that a convolution gathers.
    std::size_t memory = 0, gathered = 0;
};

// Reads a file. The weights are taken from `memory`.
Model read(Bytes file, Budget &memory);

// Refuses operators whose shapes do not fit each other, and completes their windows.
void check(Model &model);

// Gives each value a place, and each place to another value when nobody needs the first any more.
void plan(Model &model, Budget &memory);

// Puts the weights of a convolution in the order in which they are used.
void arrange(Operator &convolution, Budget &memory);

// Where the values of tensors are.
using Values = std::vector<float *>;

// What computes convolutions, and how many filters it computes together, which decides how weights are arranged.
struct Convolutions {
    std::size_t filters_at_once;
    void (*run)(const Operator &step, const Model &model, const Values &values, float *gathered);
    void (*run_depthwise)(const Operator &step, const Model &model, const Values &values);
};

// The quickest that this processor can run; the same as long as the process lives.
const Convolutions &quickest_convolutions();
// For processors with AVX2 only.
const Convolutions &wide_convolutions();

void run(const Operator &step, const Model &model, const Values &values, float *gathered);
void run_transposed(const Operator &step, const Model &model, const Values &values);

}  // namespace headshot::nets

#endif
