package org.ftmpj.hostd.copies;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Content;

/**
 * The answer to a {@link CopyRequest}. Little-endian:
 *
 * <pre>
 *  0  i8   kind: -1 done, -2 failed, -3 what is there
 *  1       failed: why, in words, UTF-8
 *          what is there: i32 files; i64 bytes of output; i32 n, bytes of the digest; digest;
 *          of the log to each rank i64 the last message, i64 marks after it
 * </pre>
 */
sealed interface CopyAnswer {
  /** The most bytes of a reason that are sent. */
  int MOST_TEXT = 1000;

  /** The success of a request. */
  record Done() implements CopyAnswer {}

  /** The failure of a request, after which the copy that was begun is abandoned. */
  record Failed(String why) implements CopyAnswer {}

  /** The valid part of the earlier copies. */
  record There(CopyPlace.Earlier earlier) implements CopyAnswer {}

  /** Encodes an answer for the wire. */
  static Content encode(CopyAnswer answer) {
    ByteBuffer bytes = ByteBuffer.allocate(Content.MOST).order(ByteOrder.LITTLE_ENDIAN);
    if (answer instanceof Done) {
      bytes.put((byte) -1);
    } else if (answer instanceof Failed failed) {
      byte[] why = failed.why.getBytes(UTF_8);
      bytes.put((byte) -2).put(why, 0, Math.min(why.length, MOST_TEXT));
    } else if (answer instanceof There there) {
      CopyPlace.Earlier earlier = there.earlier;
      bytes.put((byte) -3).putInt(earlier.files()).putLong(earlier.output());
      bytes.putInt(earlier.newest().length).put(earlier.newest());
      for (CopyPlace.CopiedLog log : earlier.logs()) {
        bytes.putLong(log.message()).putLong(log.marks());
      }
    }
    return Content.of(Arrays.copyOf(bytes.array(), bytes.position()));
  }

  /**
   * Decodes an answer.
   *
   * @throws FtmpjException HOST_VERSION if it is none
   */
  static CopyAnswer decode(ByteBuffer content) {
    try {
      return switch (content.get()) {
        case -1 -> new Done();
        case -2 -> new Failed(UTF_8.decode(content).toString());
        case -3 -> new There(earlier(content));
        default -> throw unknown(null);
      };
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      throw unknown(e);
    }
  }

  private static CopyPlace.Earlier earlier(ByteBuffer content) {
    int files = content.getInt();
    long output = content.getLong();
    byte[] newest = new byte[Math.min(content.getInt(), Content.MOST)];
    content.get(newest);
    List<CopyPlace.CopiedLog> logs = new ArrayList<>();
    while (content.hasRemaining()) {
      logs.add(new CopyPlace.CopiedLog(content.getLong(), content.getLong()));
    }
    return new CopyPlace.Earlier(files, logs, output, newest);
  }

  private static FtmpjException unknown(Exception cause) {
    return new FtmpjException(
        ErrorCode.HOST_VERSION,
        "another host answers what this one does not know about copies",
        cause);
  }
}
