package org.ftmpj.common.codec;

import static java.util.Map.entry;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * How values of a type are written and read. The reader finds the parser at the first token of a
 * value and leaves it at the last one; what is no such value ends it by an {@link
 * IllegalArgumentException} or one of the parser's.
 */
record Shape<T>(BiConsumer<JsonGenerator, T> writer, Function<JsonParser, T> reader) {
  private static final Shape<Integer> INTEGER =
      new Shape<>(JsonGenerator::writeNumber, Shape::readInteger);
  private static final Shape<byte[]> BYTES =
      new Shape<>(JsonGenerator::writeBinary, Shape::readBytes);
  private static final Shape<String> TEXT = text(text -> text);

  private static final Map<Class<?>, Shape<?>> PLAIN =
      Map.ofEntries(
          entry(boolean.class, new Shape<>(JsonGenerator::writeBoolean, Shape::readBoolean)),
          entry(int.class, INTEGER),
          entry(Integer.class, INTEGER),
          entry(long.class, new Shape<>(JsonGenerator::writeNumber, Shape::readLong)),
          entry(Long.class, new Shape<>(JsonGenerator::writeNumber, Shape::readLong)),
          entry(byte[].class, BYTES),
          entry(String.class, TEXT),
          entry(Path.class, text(Path::of)),
          entry(Instant.class, text(Instant::parse)),
          entry(Duration.class, text(Duration::parse)),
          entry(HostPort.class, text(HostPort::parse)),
          // As numbers, since a name may mean something else on another host.
          entry(
              InetSocketAddress.class,
              pair(
                  BYTES,
                  address -> address.getAddress().getAddress(),
                  INTEGER,
                  InetSocketAddress::getPort,
                  Shape::address)),
          entry(
              FtmpjException.class,
              pair(
                  Shape.<ErrorCode>text(name -> (ErrorCode) constant(ErrorCode.class, name)),
                  FtmpjException::code,
                  TEXT,
                  FtmpjException::what,
                  FtmpjException::new)));

  /** The shape of a type. */
  @SuppressWarnings("unchecked") // As the type says.
  static <T> Shape<T> of(Type type) {
    return (Shape<T>)
        (type instanceof ParameterizedType generic ? ofGeneric(generic) : of((Class<?>) type));
  }

  private static Shape<?> of(Class<?> type) {
    if (PLAIN.containsKey(type)) {
      return PLAIN.get(type);
    } else if (type.isEnum()) {
      return text(name -> constant(type, name));
    } else if (type.isRecord()) {
      return RecordShape.of(type).alone();
    } else if (type.isSealed()) {
      return new ChoiceShape(type).asShape();
    }
    throw new IllegalStateException("No record to be encoded has a " + type);
  }

  private static Shape<?> ofGeneric(ParameterizedType type) {
    Shape<Object> first = of(type.getActualTypeArguments()[0]);
    if (type.getRawType() == List.class) {
      return ofList(first);
    } else if (type.getRawType() == Optional.class) {
      return ofOptional(first);
    } else if (type.getRawType() == Map.class || type.getRawType() == SortedMap.class) {
      return ofMap(first, of(type.getActualTypeArguments()[1]), type.getRawType() == Map.class);
    }
    throw new IllegalStateException("No record to be encoded has a " + type);
  }

  void write(JsonGenerator to, T value) {
    writer.accept(to, value);
  }

  T read(JsonParser from) {
    return reader.apply(from);
  }

  /** The value that follows. */
  T readNext(JsonParser from) {
    from.nextToken();
    return read(from);
  }

  static void requireEnd(JsonParser from) {
    from.nextToken();
    require(from, JsonToken.END_ARRAY);
  }

  /**
   * Whether a value follows; false at the end of the array.
   *
   * @throws IllegalArgumentException if all ends before
   */
  static boolean isNext(JsonParser from) {
    JsonToken next = from.nextToken();
    if (next == null) {
      throw new IllegalArgumentException("it ends too early");
    }
    return next != JsonToken.END_ARRAY;
  }

  static void require(JsonParser from, JsonToken token) {
    if (from.currentToken() != token) {
      throw new IllegalArgumentException(from.currentToken() + " instead of " + token);
    }
  }

  static String readText(JsonParser from) {
    require(from, JsonToken.VALUE_STRING);
    return from.getString();
  }

  private static boolean readBoolean(JsonParser from) {
    return from.getBooleanValue();
  }

  private static int readInteger(JsonParser from) {
    require(from, JsonToken.VALUE_NUMBER_INT);
    return from.getIntValue();
  }

  private static long readLong(JsonParser from) {
    require(from, JsonToken.VALUE_NUMBER_INT);
    return from.getLongValue();
  }

  private static byte[] readBytes(JsonParser from) {
    require(from, JsonToken.VALUE_EMBEDDED_OBJECT);
    byte[] bytes = from.getBinaryValue();
    if (bytes == null) {
      throw new IllegalArgumentException("bytes are undefined");
    }
    return bytes;
  }

  private static <T> Shape<T> text(Function<String, T> parser) {
    return new Shape<>(
        (to, value) -> to.writeString(value.toString()),
        from -> {
          try {
            return parser.apply(readText(from));
          } catch (DateTimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
          }
        });
  }

  private static Object constant(Class<?> type, String name) {
    return Stream.of(type.getEnumConstants())
        .filter(each -> each.toString().equals(name))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("it has no " + name));
  }

  private static InetSocketAddress address(byte[] address, int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(address), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address of " + address.length + " bytes", e);
    }
  }

  /** What is made of two values: an array of both. */
  private static <T, A, B> Shape<T> pair(
      Shape<A> first,
      Function<T, A> firstOf,
      Shape<B> second,
      Function<T, B> secondOf,
      BiFunction<A, B, T> maker) {
    return new Shape<>(
        (to, value) -> {
          to.writeStartArray(value, 2);
          first.write(to, firstOf.apply(value));
          second.write(to, secondOf.apply(value));
          to.writeEndArray();
        },
        from -> {
          require(from, JsonToken.START_ARRAY);
          A one = first.readNext(from);
          B other = second.readNext(from);
          requireEnd(from);
          return maker.apply(one, other);
        });
  }

  private static <E> Shape<List<E>> ofList(Shape<E> element) {
    return new Shape<>(
        (to, list) -> {
          to.writeStartArray(list, list.size());
          list.forEach(each -> element.write(to, each));
          to.writeEndArray();
        },
        from -> {
          require(from, JsonToken.START_ARRAY);
          List<E> list = new ArrayList<>();
          while (isNext(from)) {
            list.add(element.read(from));
          }
          return list;
        });
  }

  private static <E> Shape<Optional<E>> ofOptional(Shape<E> element) {
    return new Shape<>(
        (to, value) -> {
          if (value.isPresent()) {
            element.write(to, value.get());
          } else {
            to.writeNull();
          }
        },
        from ->
            from.currentToken() == JsonToken.VALUE_NULL
                ? Optional.empty()
                : Optional.of(element.read(from)));
  }

  /** An array in which a value follows each key. */
  private static <K, V> Shape<Map<K, V>> ofMap(Shape<K> key, Shape<V> value, boolean isInOrder) {
    return new Shape<>(
        (to, map) -> {
          to.writeStartArray(map, 2 * map.size());
          map.forEach(
              (one, its) -> {
                key.write(to, one);
                value.write(to, its);
              });
          to.writeEndArray();
        },
        from -> {
          require(from, JsonToken.START_ARRAY);
          Map<K, V> map = isInOrder ? new LinkedHashMap<>() : new TreeMap<>();
          while (isNext(from)) {
            K one = key.read(from);
            if (map.put(one, value.readNext(from)) != null) {
              throw new IllegalArgumentException(one + " is there twice");
            }
          }
          return map;
        });
  }
}
