package org.ftmpj.hostd.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Tells other hosts at which ports the ranks of this host take connections, and enters the ports of
 * their ranks in the control block. First {@link #open}, before any session; then {@link #start},
 * before any rank starts.
 */
public final class EndpointExchange {
  /** The incarnation of a rank that has finished before this run of the job. */
  private static final int FINISHED = 1;

  private static final int MOST_PORT = 0xFFFF;

  private final ControlBlock control;
  private final Placement placement;
  private final int[] here;
  private final Consumer<List<RankEndpoint>> tell;
  private final Consumer<Throwable> failed;
  private final Doorbell bell = Doorbell.open();
  private final Pulse pulse = new Pulse();

  /** The endpoint of each rank that the other hosts know. */
  private final long[] told;

  private volatile boolean closed;
  private Thread thread; // null before the start

  private EndpointExchange(
      ControlBlock control,
      Placement placement,
      int self,
      Consumer<List<RankEndpoint>> tell,
      Consumer<Throwable> failed) {
    this.control = control;
    this.placement = placement;
    this.here = placement.ranksOf(self).toArray();
    this.tell = tell;
    this.failed = failed;
    this.told = new long[placement.size()];
  }

  /**
   * Removes the endpoints of an earlier run of the job from the control block, and publishes the
   * doorbell that ranks ring when they change theirs.
   *
   * @param finished ranks that have ended before this run; all hosts know them
   * @param tell tells all other hosts that have ranks; a message must not be lost
   * @param failed is told why nothing is told any more
   * @throws FtmpjException {@code NO_LOOPBACK}
   */
  public static EndpointExchange open(
      ControlBlock control,
      Placement placement,
      int self,
      List<Integer> finished,
      Consumer<List<RankEndpoint>> tell,
      Consumer<Throwable> failed) {
    EndpointExchange opened = new EndpointExchange(control, placement, self, tell, failed);
    for (int rank = 0; rank < placement.size(); rank++) {
      control.enterEndpoint(rank, finished.contains(rank) ? FINISHED : 0, 0);
      opened.told[rank] = control.endpoint(rank);
    }
    control.enterEndpointWatch(opened.bell.port());
    return opened;
  }

  /** Starts to tell the endpoints of this host's ranks. */
  public void start() {
    thread = OwnThreads.all().start("endpoints of ranks", pulse, this::run);
  }

  private void run() {
    try {
      while (!closed) {
        pulse.works();
        tellChanged();
        pulse.waits();
        bell.await();
      }
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    }
  }

  private void tellChanged() {
    List<RankEndpoint> changed = new ArrayList<>();
    for (int rank : here) {
      long endpoint = control.endpoint(rank);
      if (endpoint != told[rank]) {
        told[rank] = endpoint;
        changed.add(new RankEndpoint(rank, incarnation(endpoint), port(endpoint)));
      }
    }
    if (!changed.isEmpty()) {
      tell.accept(List.copyOf(changed));
    }
  }

  private static int incarnation(long endpoint) {
    return (int) (endpoint >>> Integer.SIZE);
  }

  private static int port(long endpoint) {
    return (int) endpoint;
  }

  /** Handles that a rank of this host has finished: it takes no more messages. Any thread. */
  public void finished(int rank) {
    int incarnation = Math.max(FINISHED, incarnation(control.endpoint(rank)));
    control.enterEndpoint(rank, incarnation, 0);
  }

  /**
   * Takes the endpoints of ranks of another host, and wakes the ranks of this one. The thread of
   * the session with that host.
   *
   * @throws FtmpjException HOST_VERSION if they are none of that host's ranks
   */
  public void take(int host, List<RankEndpoint> its) {
    for (RankEndpoint each : its) {
      if (!isOf(host, each)) {
        throw new FtmpjException(
            ErrorCode.HOST_VERSION,
            "another host tells of rank %d, incarnation %d, at port %d"
                .formatted(each.rank(), each.incarnation(), each.port()));
      }
      if (isNewer(each, control.endpoint(each.rank()))) {
        control.enterEndpoint(each.rank(), each.incarnation(), each.port());
      }
    }
    control.ringAll();
  }

  private boolean isOf(int host, RankEndpoint one) {
    return placement.ranksOf(host).anyMatch(rank -> rank == one.rank())
        && IntStream.of(here).noneMatch(rank -> rank == one.rank())
        && one.incarnation() > 0
        && one.port() >= 0
        && one.port() <= MOST_PORT;
  }

  private static boolean isNewer(RankEndpoint one, long known) {
    boolean ends = one.incarnation() == incarnation(known) && one.port() == 0;
    return one.incarnation() > incarnation(known) || ends;
  }

  /** Ends its thread, and waits for it. */
  public void end() throws InterruptedException {
    closed = true;
    if (thread != null) {
      thread.join();
    }
    bell.close();
  }
}
