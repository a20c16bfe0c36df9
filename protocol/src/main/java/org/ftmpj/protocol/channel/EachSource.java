package org.ftmpj.protocol.channel;

import java.util.function.IntFunction;

/**
 * Combines logs that are read source by source into one sequence, as {@link InboundLogs#next} gives
 * it. One thread.
 */
public final class EachSource {
  private final int sources;
  private final IntFunction<Arrival> poll;
  private int source;

  /**
   * @param poll returns the next arrival of a source; null if there is none now
   */
  public EachSource(int sources, IntFunction<Arrival> poll) {
    this.sources = sources;
    this.poll = poll;
  }

  /** The next arrival of any source. If there is none, returns null, and the pass begins again. */
  public Arrival next() {
    for (; source < sources; source++) {
      Arrival arrival = poll.apply(source);
      if (arrival != null) {
        return arrival;
      }
    }
    source = 0;
    return null;
  }
}
