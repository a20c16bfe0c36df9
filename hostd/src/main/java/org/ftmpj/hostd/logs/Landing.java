package org.ftmpj.hostd.logs;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.network.Receiver;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.channel.LogFrame;
import org.ftmpj.transport.channel.Mirrors;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Writes the records that the shipper of another host sends to mirrors of its channel logs. One
 * thread, except for {@link #add}.
 */
final class Landing implements Receiver, AutoCloseable {
  private final JobLayout layout;
  private final ControlBlock control;
  private final boolean movable;
  private final List<ReceivedRecords> before;
  private final Map<Integer, Mirrors> mirrors = new ConcurrentHashMap<>();
  private final Set<Integer> here = ConcurrentHashMap.newKeySet();
  private final Doorbell bell = Doorbell.open();
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(LogFrame.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * @param sources the ranks of the other host
   * @param destinations the ranks of this one
   * @param movable whether they are repeated on other hosts when theirs is lost
   * @param before the records received before the job was resumed
   */
  Landing(
      JobLayout layout,
      ControlBlock control,
      int[] sources,
      int[] destinations,
      boolean movable,
      List<ReceivedRecords> before) {
    this.before = before;
    this.layout = layout;
    this.control = control;
    this.movable = movable;
    add(destinations);
    for (int source : sources) {
      mirrors.put(source, mirrors(source, destination -> takenBefore(source, destination)));
    }
  }

  private long takenBefore(int source, int destination) {
    return before.stream()
        .filter(one -> one.source() == source && one.destination() == destination)
        .mapToLong(ReceivedRecords::records)
        .sum();
  }

  private Mirrors mirrors(int source, IntToLongFunction taken) {
    return movable
        ? Mirrors.ofMovable(layout, control, source, bell, taken)
        : new Mirrors(layout, control, source, bell);
  }

  private void add(int[] destinations) {
    for (int destination : destinations) {
      here.add(destination);
    }
  }

  /**
   * Adds ranks that have come to the other host, or to this one. Before anything of them arrives; a
   * repetition changes nothing.
   */
  void add(int[] sources, int[] destinations) {
    add(destinations);
    for (int source : sources) {
      mirrors.computeIfAbsent(source, rank -> mirrors(rank, none -> 0));
    }
  }

  /** The received records of the logs of the other host's ranks. When nothing comes any more. */
  List<ReceivedRecords> taken() {
    List<ReceivedRecords> taken = new ArrayList<>();
    mirrors.forEach(
        (source, of) -> {
          for (int destination : here) {
            if (of.taken(destination) > 0) {
              taken.add(taken(source, destination, of));
            }
          }
        });
    return taken;
  }

  /** Counts a log that may begin again from its first record on. */
  private ReceivedRecords taken(int source, int destination, Mirrors of) {
    return movable
        ? new ReceivedRecords(source, destination, of.taken(destination))
        : new ReceivedRecords(
            source,
            destination,
            of.taken(destination),
            of.lastMessage(destination),
            of.marksAfter(destination));
  }

  /** The newest incarnation of each rank of the other host from which anything has arrived. */
  Map<Integer, Integer> incarnations() {
    Map<Integer, Integer> newest = new TreeMap<>();
    mirrors.forEach((source, of) -> newest.put(source, of.incarnation()));
    return newest;
  }

  /**
   * The mirrors of ranks that were on a lost host and are now on the other one. Before their
   * records come.
   */
  List<MirroredChannel> mirrored(int[] sources) {
    List<MirroredChannel> mirrored = new ArrayList<>();
    for (int source : sources) {
      for (int destination : here) {
        long last = mirrors.get(source).inherited(destination);
        if (last > 0) {
          mirrored.add(new MirroredChannel(source, destination, last));
        }
      }
    }
    return mirrored;
  }

  @Override
  public void accept(ByteBuffer content) {
    ByteBuffer from = content.order(ByteOrder.LITTLE_ENDIAN);
    try {
      int version = from.get();
      int kind = from.get();
      int count = Short.toUnsignedInt(from.getShort());
      Mirrors to = mirrors.get(from.getInt());
      int destination = from.getInt();
      long number = from.getLong();
      if (version != LogFrame.VERSION || to == null || !here.contains(destination) || number < 1) {
        throw LogFrame.corrupt(
            "Version %d, record %d for rank %d".formatted(version, number, destination));
      }
      switch (kind) {
        case LogFrame.RECORDS -> records(to, destination, number, count, from);
        case LogFrame.PIECE -> piece(to, destination, number, count, from);
        case LogFrame.DIGEST -> digest(to, destination, number, count, from);
        case LogFrame.BEGINNING -> to.begin(destination, number);
        default -> throw LogFrame.corrupt("Kind " + kind);
      }
    } catch (BufferUnderflowException e) {
      throw LogFrame.corrupt("Too few bytes");
    }
  }

  private void records(Mirrors to, int destination, long first, int count, ByteBuffer from) {
    int end = from.limit();
    for (int i = 0; i < count; i++) {
      int headLength = Short.toUnsignedInt(from.getShort());
      int payloadLength = from.getInt();
      readHead(headLength, from);
      if (payloadLength < 0 || payloadLength > from.remaining()) {
        throw LogFrame.corrupt("%d bytes of payload".formatted(payloadLength));
      }
      int after = from.position() + payloadLength;
      to.record(destination, first + i, head, from.limit(after));
      from.limit(end).position(after);
    }
    if (from.hasRemaining()) {
      throw LogFrame.corrupt("%d bytes too many".formatted(from.remaining()));
    }
  }

  private void piece(Mirrors to, int destination, long number, int headLength, ByteBuffer from) {
    long offset = from.getLong();
    readHead(headLength, from);
    if (offset < 0) {
      throw LogFrame.corrupt("A piece from %d on".formatted(offset));
    }
    to.piece(destination, number, head, offset, from);
  }

  private void digest(Mirrors to, int destination, long number, int headLength, ByteBuffer from) {
    readHead(headLength, from);
    to.digest(destination, number, head, from);
  }

  private void readHead(int length, ByteBuffer from) {
    if (length > LogFrame.HEAD_BYTES || length > from.remaining()) {
      throw LogFrame.corrupt("A head of %d bytes".formatted(length));
    }
    head.clear().put(0, from, from.position(), length).limit(length);
    from.position(from.position() + length);
  }

  /** Handles the end of the session: nothing comes any more. */
  @Override
  public void close() {
    mirrors.values().forEach(Mirrors::close);
    bell.close();
  }
}
