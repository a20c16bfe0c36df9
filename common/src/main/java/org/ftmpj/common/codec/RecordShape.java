package org.ftmpj.common.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.error.Reason;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The components of a record, in their order. */
final class RecordShape {
  private static final ClassValue<RecordShape> ALL =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return new RecordShape(type);
        }
      };

  private final Constructor<?> constructor;
  private final RecordComponent[] components;
  private final List<Shape<Object>> shapes;

  private RecordShape(Class<?> type) {
    components = type.getRecordComponents();
    shapes = Stream.of(components).map(each -> Shape.of(each.getGenericType())).toList();
    try {
      Class<?>[] types =
          Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
    constructor.setAccessible(true);
    Arrays.stream(components).forEach(each -> each.getAccessor().setAccessible(true));
  }

  static RecordShape of(Class<?> type) {
    return ALL.get(type);
  }

  /** An array of the components. */
  Shape<Object> alone() {
    return new Shape<>(
        (to, value) -> {
          to.writeStartArray(value, components.length);
          writeComponents(to, value);
          to.writeEndArray();
        },
        from -> {
          Shape.require(from, JsonToken.START_ARRAY);
          return readComponents(from);
        });
  }

  int size() {
    return components.length;
  }

  void writeComponents(JsonGenerator to, Object value) {
    try {
      for (int i = 0; i < components.length; i++) {
        shapes.get(i).write(to, components[i].getAccessor().invoke(value));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads them up to the end of the array that they are in. */
  Object readComponents(JsonParser from) {
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = shapes.get(i).readNext(from);
    }
    Shape.requireEnd(from);
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(Reason.of(e.getCause()), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
