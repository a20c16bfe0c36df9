package org.ftmpj.protocol.rank;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.MessageSnapshot;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.match.MatchedMarks;
import org.ftmpj.protocol.match.Matching;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.match.SynchronousSend;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.ThreadsCheckpoint;

/** Reads and checks what {@link CheckpointWriter} wrote. */
final class CheckpointReader {
  private CheckpointReader() {}

  static RankCheckpoint decode(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] != CheckpointWriter.VERSION) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          "The state of a rank in a checkpoint has version %s, expected %d"
              .formatted(bytes.length == 0 ? "none" : bytes[0], CheckpointWriter.VERSION));
    }
    int end = bytes.length - Integer.BYTES;
    if (end < 1 || ByteBuffer.wrap(bytes).getInt(end) != CheckpointWriter.digest(bytes, end)) {
      throw corrupt("its check sum is wrong, of " + bytes.length + " bytes");
    }
    ByteBuffer from = ByteBuffer.wrap(bytes, 1, end - 1);
    try {
      RankCheckpoint checkpoint = read(from);
      if (from.hasRemaining()) {
        throw corrupt(from.remaining() + " bytes follow it");
      }
      return checkpoint;
    } catch (BufferUnderflowException e) {
      throw corrupt("it ends too early");
    }
  }

  private static RankCheckpoint read(ByteBuffer from) {
    int rank = from.getInt();
    int size = length(from.getInt(), from);
    if (rank < 0 || rank >= size) {
      throw corrupt("it is of rank " + rank + " of " + size);
    }
    long clock = from.getLong();
    long record = from.getLong();
    long nanoTime = from.getLong();
    List<ReadPosition> read = new ArrayList<>();
    List<Long> sent = new ArrayList<>();
    for (int peer = 0; peer < size; peer++) {
      read.add(new ReadPosition(from.getLong(), from.getLong(), from.getInt()));
      sent.add(from.getLong());
    }
    Set<Determinant.Match> reserved = matches(from);
    List<Receive.Snapshot> posted = list(from, () -> receive(from));
    List<MessageSnapshot> unexpected = list(from, () -> message(from));
    List<Set<Long>> early = new ArrayList<>();
    for (int peer = 0; peer < size; peer++) {
      early.add(Set.copyOf(list(from, from::getLong)));
    }
    return new RankCheckpoint(
        rank,
        clock,
        record,
        List.copyOf(read),
        List.copyOf(sent),
        reserved,
        new Matching.Snapshot(false, posted, unexpected),
        new MatchedMarks.Snapshot(List.of(), List.copyOf(early), list(from, () -> send(from))),
        nanoTime,
        threads(from),
        list(from, () -> left(from)),
        list(from, () -> request(from)));
  }

  private static Set<Determinant.Match> matches(ByteBuffer from) {
    int length = length(from.getInt(), from);
    Set<Determinant.Match> matches = new HashSet<>();
    if (length > 0) {
      DeterminantCodec.decode(
          from.slice(from.position(), length),
          determinant -> {
            if (!(determinant instanceof Determinant.Match match)) {
              throw corrupt("it reserves a message for " + determinant);
            }
            matches.add(match);
          });
      from.position(from.position() + length);
    }
    return Set.copyOf(matches);
  }

  private static <T> List<T> list(ByteBuffer from, Supplier<T> element) {
    int length = length(from.getInt(), from);
    List<T> list = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      list.add(element.get());
    }
    return List.copyOf(list);
  }

  private static Receive.Snapshot receive(ByteBuffer from) {
    long clock = from.getLong();
    int source = from.getInt();
    int context = from.getInt();
    int tag = from.getInt();
    Determinant.Match forced =
        flag(from) ? new Determinant.Match(clock, from.getInt(), from.getLong()) : null;
    return new Receive.Snapshot(
        clock, source, context, tag, forced, flag(from) ? message(from) : null);
  }

  private static MessageSnapshot message(ByteBuffer from) {
    return new MessageSnapshot(
        from.getInt(),
        from.getLong(),
        from.getLong(),
        from.getInt(),
        from.getInt(),
        flag(from),
        from.getInt(),
        from.getInt(),
        from.getInt(),
        from.getInt(),
        from.getInt());
  }

  private static ThreadsCheckpoint threads(ByteBuffer from) {
    return new ThreadsCheckpoint(
        flag(from), from.getInt(), thread(from), list(from, () -> thread(from)));
  }

  private static LogicalThread.Snapshot thread(ByteBuffer from) {
    int number = from.getInt();
    byte[] name = new byte[length(from.getInt(), from)];
    from.get(name);
    return new LogicalThread.Snapshot(
        number,
        new String(name, StandardCharsets.US_ASCII),
        from.getInt(),
        from.getInt(),
        flag(from),
        flag(from),
        flag(from),
        flag(from));
  }

  private static PendingOperation left(ByteBuffer from) {
    int thread = from.getInt();
    int kind = from.get();
    if (kind < 0 || kind >= PendingOperation.Kind.values().length) {
      throw corrupt("no kind of operation " + kind);
    }
    PendingOperation.Kind left = PendingOperation.Kind.values()[kind];
    return new PendingOperation(
        thread, left, from.getLong(), left == PendingOperation.Kind.RECEIVE ? receive(from) : null);
  }

  private static SynchronousSend.Snapshot send(ByteBuffer from) {
    return new SynchronousSend.Snapshot(from.getInt(), from.getLong(), from.getInt(), flag(from));
  }

  private static PendingRequest.Snapshot request(ByteBuffer from) {
    int kind = from.get();
    return switch (kind) {
      case CheckpointWriter.RECEIVE -> receive(from);
      case CheckpointWriter.SYNCHRONOUS_SEND -> send(from);
      case CheckpointWriter.COMPLETED_SEND -> PendingRequest.COMPLETED_SEND.snapshot();
      default -> throw corrupt("no kind of request " + kind);
    };
  }

  private static boolean flag(ByteBuffer from) {
    int flag = from.get();
    if ((flag & ~1) != 0) {
      throw corrupt("a flag is " + flag);
    }
    return flag == 1;
  }

  /** Checks the length of a list, each element of which takes at least a byte. */
  private static int length(int length, ByteBuffer from) {
    if (length < 0 || length > from.remaining()) {
      throw corrupt("a length of " + length + " in " + from.remaining() + " bytes");
    }
    return length;
  }

  private static FtmpjException corrupt(String why) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "The state of a rank in a checkpoint cannot be read: " + why);
  }
}
