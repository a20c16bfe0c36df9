package org.ftmpj.hostd.logs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.transport.channel.OutgoingLogs;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The channel logs between the ranks of this host and those of all others: what the ranks here log
 * for ranks elsewhere is sent there, what comes from there is written to mirrors, which the ranks
 * here read as any log.
 *
 * <p>First {@link #open}, before any rank starts; then the sessions, with {@link #receiverOf} each;
 * then {@link #start}. At the end {@link #stop}, then close the gate, and the sessions, which read
 * and write logs as long as they are there, then {@link #close}. One thread.
 *
 * <p>What the process has been told of memory, segments and disk space for logs holds for mirrors,
 * too: there is one writer for each rank of the job, here or in a rank.
 */
public final class ChannelLogs implements AutoCloseable {
  private final IntFunction<Session> sessions;
  private final Consumer<Throwable> failed;
  private final Map<Integer, OutgoingLogs> outgoing = new HashMap<>();
  private final Map<Integer, Landing> landings = new HashMap<>();
  private final List<Shipper> shippers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private ChannelLogs(IntFunction<Session> sessions, Consumer<Throwable> failed) {
    this.sessions = sessions;
    this.failed = failed;
  }

  /**
   * Enters the ranks of other hosts in this one's control block.
   *
   * @param layout the job's directory on this host, with its control block
   * @param self the number of this host
   * @param sessions gives the session with a host; asked by {@link #start}, for every other host
   *     that has ranks
   * @param failed is called, by the thread that ends then, when records cannot leave any more: a
   *     log is damaged, the gate is shut for good, the session has ended. What cannot be written
   *     here ends the session instead, see {@link Receiver}
   * @throws FtmpjException {@code NO_LOOPBACK}, {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT},
   *     {@code LOG_VERSION}
   */
  public static ChannelLogs open(
      JobLayout layout,
      Placement placement,
      int self,
      IntFunction<Session> sessions,
      Consumer<Throwable> failed) {
    ControlBlock control = ControlBlock.open(layout.control());
    if (control.size() != placement.size()) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "A job of %d ranks in %s, placed are %d"
              .formatted(control.size(), layout.directory(), placement.size()));
    }
    ChannelLogs logs = new ChannelLogs(sessions, failed);
    int[] here = placement.ranksOf(self).toArray();
    try {
      for (int host = 1; host <= placement.hosts(); host++) {
        int[] there = placement.ranksOf(host).toArray();
        if (host != self && there.length > 0 && here.length > 0) {
          logs.outgoing.put(host, new OutgoingLogs(layout, control, here, there));
          logs.landings.put(host, new Landing(layout, control, there, here));
        }
      }
      return logs;
    } catch (RuntimeException | Error e) {
      logs.close();
      throw e;
    }
  }

  /** The hosts with which logs are exchanged: to each there has to be a session. */
  public List<Integer> hosts() {
    return outgoing.keySet().stream().sorted().toList();
  }

  /**
   * Takes what the session with a host receives of the topic {@link
   * org.ftmpj.network.Topic#CHANNELS}.
   */
  public Receiver receiverOf(int host) {
    Landing landing = landings.get(host);
    if (landing == null) {
      throw new FtmpjException(ErrorCode.INTERNAL, "No logs are exchanged with host " + host);
    }
    return landing;
  }

  /**
   * Begins to send: one thread for each other host.
   *
   * @param gate what records pass before they leave
   */
  public void start(EdgeGate gate) {
    outgoing.forEach(
        (host, logs) -> {
          Shipper shipper = new Shipper(logs, sessions.apply(host), gate, failed);
          Thread thread = new Thread(shipper, "ftmpj-shipper-" + host);
          thread.setDaemon(true);
          shippers.add(shipper);
          threads.add(thread);
          thread.start();
        });
  }

  /** From now on no record begins to leave, and no failure is told. Does not wait. */
  public void stop() {
    shippers.forEach(Shipper::end);
    threads.forEach(Thread::interrupt);
  }

  /** Ends the use of the logs. The gate and the sessions are closed by now. */
  @Override
  public void close() {
    stop();
    threads.forEach(ChannelLogs::join);
    outgoing.values().forEach(OutgoingLogs::close);
    landings.values().forEach(Landing::close);
    shippers.clear();
    outgoing.clear();
    landings.clear();
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
