#!/usr/bin/env python3
"""Writes small.tflite: every operator that CNets knows, over a picture of eight by eight pixels.

It is opened and run in microseconds, so that the sanitizers see a great many changed copies of it, and it means nothing.
Needs the environment that Tests/NetsTests/golden.py describes:

    .build/nets/bin/python Tests/Sanitize/small_net.py
"""

import pathlib

import flatbuffers
import numpy
from ai_edge_litert import schema_py_generated as schema

OPERATORS, OPTIONS, TYPES = schema.BuiltinOperator, schema.BuiltinOptions, schema.TensorType
RANDOM = numpy.random.default_rng(1)

model, graph = schema.ModelT(), schema.SubGraphT()
model.version, model.subgraphs, model.operatorCodes, model.buffers = 3, [graph], [], [schema.BufferT()]
graph.tensors, graph.operators = [], []


def tensor(shape, kind=TYPES.FLOAT32, data=None):
    made = schema.TensorT()
    made.shape, made.type, made.buffer = shape, kind, 0
    if data is not None:
        buffer = schema.BufferT()
        buffer.data = numpy.frombuffer(data.tobytes(), numpy.uint8)
        model.buffers.append(buffer)
        made.buffer = len(model.buffers) - 1
    graph.tensors.append(made)
    return len(graph.tensors) - 1


def operator(number, inputs, shape, options=None, name=None, custom=None):
    code = schema.OperatorCodeT()
    code.builtinCode, code.deprecatedBuiltinCode, code.customCode, code.version = number, min(number, 127), name, 1
    model.operatorCodes.append(code)
    step = schema.OperatorT()
    step.opcodeIndex = len(model.operatorCodes) - 1
    step.inputs, step.outputs = inputs, [tensor(shape)]
    if options:
        step.builtinOptionsType = getattr(OPTIONS, type(options).__name__[:-1])
        step.builtinOptions = options
    if custom is not None:
        step.customOptions = numpy.frombuffer(numpy.array(custom, "<i4").tobytes(), numpy.uint8)
    graph.operators.append(step)
    return step.outputs[0]


def weights(*shape):
    halves = tensor(shape, TYPES.FLOAT16, (RANDOM.standard_normal(shape) / 2).astype("<f2"))
    return operator(OPERATORS.DEQUANTIZE, [halves], shape)


def integers(*values):
    return tensor(numpy.shape(values), TYPES.INT32, numpy.array(values, "<i4"))


def options(kind, **fields):
    made = kind()
    for name, value in fields.items():
        assert hasattr(made, name)
        setattr(made, name, value)
    return made


def main():
    same, valid = schema.Padding.SAME, schema.Padding.VALID
    start = tensor([1, 8, 8, 3])
    value = operator(
        OPERATORS.CONV_2D, [start, weights(5, 3, 3, 3), weights(5)], [1, 4, 4, 5],
        options(schema.Conv2DOptionsT, padding=same, strideW=2, strideH=2))
    value = operator(OPERATORS.RELU, [value], [1, 4, 4, 5])
    deep = operator(
        OPERATORS.DEPTHWISE_CONV_2D, [value, weights(1, 3, 3, 5), weights(5)], [1, 4, 4, 5],
        options(schema.DepthwiseConv2DOptionsT, padding=same, strideW=1, strideH=1, depthMultiplier=1))
    deep = operator(OPERATORS.HARD_SWISH, [deep], [1, 4, 4, 5])
    deep = operator(OPERATORS.PRELU, [deep, weights(1, 1, 5)], [1, 4, 4, 5])
    factors = operator(
        OPERATORS.AVERAGE_POOL_2D, [deep], [1, 1, 1, 5],
        options(schema.Pool2DOptionsT, padding=valid, strideW=4, strideH=4, filterWidth=4, filterHeight=4))
    factors = operator(
        OPERATORS.CONV_2D, [factors, weights(5, 1, 1, 5), weights(5)], [1, 1, 1, 5],
        options(schema.Conv2DOptionsT, padding=valid, strideW=1, strideH=1))
    factors = operator(OPERATORS.LOGISTIC, [factors], [1, 1, 1, 5])
    deep = operator(OPERATORS.MUL, [deep, factors], [1, 4, 4, 5], options(schema.MulOptionsT))
    value = operator(OPERATORS.ADD, [value, deep], [1, 4, 4, 5], options(schema.AddOptionsT))
    small = operator(
        OPERATORS.MAX_POOL_2D, [value], [1, 2, 2, 5],
        options(schema.Pool2DOptionsT, padding=same, strideW=2, strideH=2, filterWidth=2, filterHeight=2))
    small = operator(OPERATORS.PAD, [small, integers([0, 0], [0, 0], [0, 0], [0, 4])], [1, 2, 2, 9])
    wide = operator(
        OPERATORS.RESIZE_BILINEAR, [small, integers(4, 4)], [1, 4, 4, 9],
        options(schema.ResizeBilinearOptionsT, halfPixelCenters=True))
    wide = operator(
        OPERATORS.CUSTOM, [wide, weights(2, 2, 2, 9), weights(2)], [1, 8, 8, 2],
        name="Convolution2DTransposeBias", custom=[1, 2, 2])
    first = operator(OPERATORS.RESHAPE, [wide], [1, 64, 2], options(schema.ReshapeOptionsT, newShape=[1, -1, 2]))
    second = operator(OPERATORS.RESHAPE, [value], [1, 40, 2], options(schema.ReshapeOptionsT, newShape=[1, -1, 2]))
    listed = operator(
        OPERATORS.CONCATENATION, [first, second], [1, 104, 2], options(schema.ConcatenationOptionsT, axis=1))
    graph.inputs, graph.outputs = [start], [listed, wide]
    builder = flatbuffers.Builder(4096)
    builder.Finish(model.Pack(builder), b"TFL3")
    (pathlib.Path(__file__).parent / "small.tflite").write_bytes(builder.Output())


if __name__ == "__main__":
    main()
