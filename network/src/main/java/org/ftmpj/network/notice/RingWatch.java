package org.ftmpj.network.notice;

/**
 * The process that one process watches: the next one on a ring of all. When that one is silent it
 * asks the one after it, and when that one does not answer within a round trip the next two at
 * once, then four, and so on until one answers, which it watches from then on. So each process
 * watches one, however many there are, and the end of a gap of g dead is found in log2(g) round
 * trips. Who is silent is not dead yet: that is for a time-out to say. Not thread-safe.
 */
public final class RingWatch {
  private final int self;
  private final int size;
  private int watched;
  private boolean searching;

  /** The farthest process that has been asked. */
  private int asked;

  private int atOnce;

  /**
   * @param size the number of processes on the ring, numbered from 0
   */
  public RingWatch(int self, int size) {
    this.self = self;
    this.size = size;
    watch(after(self));
  }

  private int after(int process) {
    return (process + 1) % size;
  }

  /** The number of processes between this one and another one. */
  private int distance(int process) {
    return Math.floorMod(process - self - 1, size);
  }

  private void watch(int process) {
    watched = process;
    searching = false;
    asked = process;
    atOnce = 1;
  }

  /** The process to watch; this one itself if there is no other. */
  public int watched() {
    return watched;
  }

  /**
   * Records that the watched process has been silent for too long, or that none of the asked ones
   * has answered.
   *
   * @return the processes to ask now; if there are none, this process is alone
   */
  public int[] silent() {
    int[] next = new int[Math.max(0, Math.min(atOnce, distance(self) - distance(asked) - 1))];
    for (int i = 0; i < next.length; i++) {
      asked = after(asked);
      next[i] = asked;
    }
    searching = next.length > 0;
    atOnce *= 2;
    if (!searching) {
      watch(self);
    }
    return next;
  }

  /**
   * Records an answer, maybe long after the question: the nearest process that answers is watched
   * from now on.
   */
  public void answered(int process) {
    if (searching || distance(process) < distance(watched)) {
      watch(process);
    }
  }
}
