package org.ftmpj.common.codec;

import java.io.ByteArrayOutputStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.dataformat.cbor.CBORFactory;

/**
 * Values of one type as CBOR (RFC 8949). A record is an array of its components; one of a sealed
 * interface has its simple name in front of them. Only records that the type names can come out,
 * whatever comes in, and what their constructors refuse does not. Any thread.
 *
 * <p>Components may be: records, sealed interfaces of records, enums, {@code int}, {@code long},
 * {@code boolean}, {@code byte[]}, strings, paths, addresses, instants, durations, errors, and
 * lists, maps and optionals of these. None is null.
 *
 * @param <T> the type
 */
public final class ControlCodec<T> {
  private static final TokenStreamFactory CBOR = new CBORFactory();

  private final Shape<T> shape;
  private final ErrorCode code;
  private final String what;

  /**
   * @param type a record, or a sealed interface of records
   * @param code of what cannot be read
   * @param what is read, for users
   */
  public ControlCodec(Class<T> type, ErrorCode code, String what) {
    this.shape = Shape.of(type);
    this.code = code;
    this.what = what;
  }

  /** The bytes of a value. */
  public byte[] encode(T value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator to = CBOR.createGenerator(ObjectWriteContext.empty(), bytes)) {
      shape.write(to, value);
    }
    return bytes.toByteArray();
  }

  /**
   * The value that was encoded.
   *
   * @throws FtmpjException with the code of this codec, if it is none
   */
  public T decode(byte[] bytes) {
    try (JsonParser from = CBOR.createParser(ObjectReadContext.empty(), bytes)) {
      from.nextToken();
      T value = shape.read(from);
      if (from.nextToken() != null) {
        throw new IllegalArgumentException("it goes on after its end");
      }
      return value;
    } catch (JacksonException e) {
      throw unreadable(bytes, e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw unreadable(bytes, e.getMessage(), e);
    }
  }

  private FtmpjException unreadable(byte[] bytes, String why, RuntimeException e) {
    return new FtmpjException(
        code, "%s of %d bytes cannot be read: %s".formatted(what, bytes.length, why), e);
  }
}
