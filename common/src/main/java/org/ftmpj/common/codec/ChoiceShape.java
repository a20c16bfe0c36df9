package org.ftmpj.common.codec;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** One of the records of a sealed interface: an array of its simple name and its components. */
final class ChoiceShape {
  private final Map<String, Class<?>> permitted;

  ChoiceShape(Class<?> type) {
    permitted = records(type).collect(Collectors.toMap(Class::getSimpleName, Function.identity()));
  }

  /** All records that a sealed interface permits, directly or by others. */
  static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(ChoiceShape::records)
        : Stream.of(type);
  }

  Shape<Object> asShape() {
    return new Shape<>(
        (to, value) -> {
          RecordShape shape = RecordShape.of(value.getClass());
          to.writeStartArray(value, 1 + shape.size());
          to.writeString(value.getClass().getSimpleName());
          shape.writeComponents(to, value);
          to.writeEndArray();
        },
        this::read);
  }

  private Object read(JsonParser from) {
    Shape.require(from, JsonToken.START_ARRAY);
    from.nextToken();
    String name = Shape.readText(from);
    if (!permitted.containsKey(name)) {
      throw new IllegalArgumentException("it is a '" + name + "'");
    }
    return RecordShape.of(permitted.get(name)).readComponents(from);
  }
}
