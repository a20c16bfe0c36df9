package org.ftmpj.protocol.thread;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;

/**
 * What the ranks of a {@link ThreadedJob} leave when they are killed: channel logs, and the
 * determinants that were stable. Its monitor guards them and the ranks' lives, and is notified when
 * something was added or a rank was killed.
 */
final class JobLogs {

  /** An entry of a channel log; the content of a mark is null. */
  record Sent(Arrival arrival, long[] content) {}

  private final int size;
  private final List<List<Sent>> channels = new ArrayList<>();
  private final List<List<byte[]>> determinants = new ArrayList<>();

  JobLogs(int size) {
    this.size = size;
    for (int i = 0; i < size * size; i++) {
      channels.add(new ArrayList<>());
    }
    for (int i = 0; i < size; i++) {
      determinants.add(new ArrayList<>());
    }
  }

  /** How many ranks there are. */
  int size() {
    return size;
  }

  /** To be called with the monitor. */
  List<Sent> channel(int from, int to) {
    return channels.get(from * size + to);
  }

  /** Of a rank, those that are stable. To be called with the monitor. */
  List<byte[]> determinants(int rank) {
    return determinants.get(rank);
  }
}
