package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
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
import org.ftmpj.transport.channel.MirrorInput;
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
  private final MirrorInput input = new MirrorInput(mirrors::get, here::contains);

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
    input.accept(content);
  }

  /** Handles the end of the session: nothing comes any more. */
  @Override
  public void close() {
    mirrors.values().forEach(Mirrors::close);
    bell.close();
  }
}
