package org.ftmpj.transport.direct;

import java.nio.ByteBuffer;
import org.ftmpj.transport.channel.LogFrame;

/**
 * The receiver's answer to its sender: what it has of the channel log. It comes first on a
 * connection, and whenever the sender asks. Little-endian:
 *
 * <pre>
 *  0  u8   version, that of {@link LogFrame}
 *  1  u8   kind: 5 the question, 6 the answer
 *  the answer:
 *  2  i64  records
 * 10  i64  the last message among them, 0 if there is none
 * 18  i64  how many of them are marks after it
 * </pre>
 */
record ReceiverState(long records, long message, long marks) {
  /** Bytes of an answer. */
  static final int LENGTH = 2 + 3 * Long.BYTES;

  private static final int QUESTION = 5;
  private static final int ANSWER = 6;

  static void ask(ByteBuffer to) {
    to.put((byte) LogFrame.VERSION).put((byte) QUESTION);
  }

  static boolean isQuestion(ByteBuffer frame) {
    return frame.remaining() == 2 && frame.get(frame.position() + 1) == QUESTION;
  }

  void encode(ByteBuffer to) {
    to.put((byte) LogFrame.VERSION).put((byte) ANSWER);
    to.putLong(records).putLong(message).putLong(marks);
  }

  static ReceiverState decode(ByteBuffer from) {
    if (from.remaining() != LENGTH || from.get() != LogFrame.VERSION || from.get() != ANSWER) {
      throw LogFrame.corrupt("No answer of a receiver");
    }
    return new ReceiverState(from.getLong(), from.getLong(), from.getLong());
  }
}
