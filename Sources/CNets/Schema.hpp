// The part of TensorFlow Lite's schema that the three models use: fields, types and operators by number.
#ifndef HEADSHOT_CNETS_SCHEMA_HPP
#define HEADSHOT_CNETS_SCHEMA_HPP

namespace headshot::nets::schema {

// The numbers of fields in the schema.
namespace field {
enum model { codes = 1, graphs = 2, buffers = 4 };
enum code { old_code = 0, custom_name = 1, new_code = 3 };
enum graph { tensors = 0, inputs = 1, outputs = 2, operators = 3 };
enum tensor { shape = 0, type = 1, buffer = 2, is_variable = 5, sparsity = 6 };
enum buffer { data = 0 };
enum step { code_index = 0, step_inputs = 1, step_outputs = 2, options_type = 3, options = 4, custom_options = 5 };
enum convolution { padding = 0, stride_x = 1, stride_y = 2, activation = 3, dilation_x = 4, dilation_y = 5 };
enum depthwise { multiplier = 3, depthwise_activation = 4, depthwise_dilation_x = 5, depthwise_dilation_y = 6 };
enum pool { width = 3, height = 4, pool_activation = 5 };
enum concatenation { axis = 0, concatenation_activation = 1 };
enum arithmetic { arithmetic_activation = 0 };
enum resize { align_corners = 2, half_pixel_centres = 3 };
}  // namespace field

enum padding { padding_same = 0, padding_valid = 1 };

enum type { float32 = 0, float16 = 1, int32 = 2 };

enum code {
    code_add = 0,
    code_average_pool = 1,
    code_concatenation = 2,
    code_convolution = 3,
    code_depthwise_convolution = 4,
    code_dequantize = 6,
    code_logistic = 14,
    code_max_pool = 17,
    code_multiply = 18,
    code_relu = 19,
    code_reshape = 22,
    code_resize = 23,
    code_custom = 32,
    code_pad = 34,
    code_prelu = 54,
    code_hard_swish = 117,
};

// The types of operators' options, by number in the schema.
enum options_type {
    convolution_options = 1,
    depthwise_options = 2,
    pool_options = 5,
    concatenation_options = 10,
    add_options = 11,
    resize_options = 15,
    multiply_options = 21,
};

}  // namespace headshot::nets::schema

#endif
