package org.ftmpj.transport.channel;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The channel logs from the ranks of this host to those of another one, read to be sent there. Its
 * doorbell stands for the ranks of the other host; the ranks of this one ring it as any receiver's.
 * One thread, unless a method says otherwise.
 */
public final class OutgoingLogs implements OutgoingLog.Owner, AutoCloseable {
  private final JobLayout layout;
  private final ControlBlock control;
  private final boolean movable;
  private int[] destinations = {};
  private final BitSet here = new BitSet();
  private OutgoingLog[][] logs = {};
  private final PayloadSource[] payloads;
  private Hints[] hints = {};
  private final int[] indexes;
  private final Doorbell bell;

  /** The index at which {@link #ready} continues. */
  private int index;

  private int from;

  private volatile boolean closing;

  /**
   * @param sources ranks of this host
   * @param destinations ranks of the other one
   * @param movable whether ranks of a lost host are repeated on others
   * @throws org.ftmpj.common.error.FtmpjException {@code NO_LOOPBACK}
   */
  public OutgoingLogs(
      JobLayout layout, ControlBlock control, int[] sources, int[] destinations, boolean movable) {
    this.movable = movable;
    this.layout = layout;
    this.control = control;
    this.indexes = new int[control.size()];
    this.payloads = new PayloadSource[control.size()];
    bell = Doorbell.open();
    add(sources, destinations);
  }

  /**
   * Adds the logs of ranks that have moved to this host, and those to ranks that have moved to the
   * other one, from the first record on.
   *
   * @param sources of this host, none of which is there already
   * @param more ranks of the other host, the same
   */
  public void add(int[] sources, int[] more) {
    int before = destinations.length;
    destinations = Arrays.copyOf(destinations, before + more.length);
    System.arraycopy(more, 0, destinations, before, more.length);
    logs = Arrays.copyOf(logs, destinations.length);
    hints = Arrays.copyOf(hints, destinations.length);
    for (int source : sources) {
      here.set(source);
      payloads[source] = new PayloadSource(layout.bulk(source));
    }
    for (int i = 0; i < destinations.length; i++) {
      int destination = destinations[i];
      if (i >= before) {
        indexes[destination] = i;
        hints[i] = new Hints(control, destination);
        logs[i] = new OutgoingLog[control.size()];
        control.enterRemote(destination, bell.port());
      }
      int index = i;
      here.stream()
          .filter(source -> logs[index][source] == null)
          .forEach(
              source -> logs[index][source] = new OutgoingLog(this, layout, source, destination));
      hints[i].doubtAll();
    }
  }

  /**
   * Skips the first records of a log, which the other host has. To be called before anything is
   * read.
   *
   * @param records how many
   * @param message the last one among them, not 0
   * @param marks how many of them are marks after it
   */
  public void beginAfter(int source, int destination, long records, long message, long marks) {
    logs[indexes[destination]][source].beginAfter(records, message, marks);
  }

  /**
   * The next log that may have an unread record, in turn.
   *
   * @return null at the end of a turn
   */
  public OutgoingLog ready() {
    while (index < destinations.length) {
      int source = hints[index].ready(from);
      if (source < 0) {
        index++;
        from = 0;
      } else {
        from = source + 1;
        if (here.get(source)) {
          return logs[index][source];
        }
        hints[index].readAll(source, control.hint(destinations[index], source));
      }
    }
    index = 0;
    return null;
  }

  private boolean hasArrivals() {
    if (closing) {
      return true;
    }
    for (Hints each : hints) {
      if (each.ready(0) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The bulk log of a rank of this host. */
  public PayloadSource payloads(int source) {
    return payloads[source];
  }

  /** Stops reading that log until {@link #resume}. */
  public void suspend(OutgoingLog log) {
    readAll(log, hint(log));
  }

  /** Has that log read again. */
  public void resume(OutgoingLog log) {
    hints[indexes[log.destination()]].doubt(log.source());
  }

  /**
   * Sleeps until something may be ready, at most {@link Doorbell#LONGEST_SLEEP_MS}. After as long
   * without a ring all logs are looked at that have ever been written; what a rank has written and
   * not counted, because it died, its next incarnation counts.
   *
   * @param more whether there is something else to do; asked once, as {@link ControlBlock#sleep}
   *     does
   */
  public void sleep(BooleanSupplier more) {
    if (!control.sleepForAll(destinations, bell, () -> hasArrivals() || more.getAsBoolean())) {
      for (OutgoingLog[] each : logs) {
        for (OutgoingLog log : each) {
          if (log != null && control.published(log.source(), log.destination()) > 0) {
            resume(log);
          }
        }
      }
    }
  }

  /** Ends this sleep and all later ones. Any thread. */
  public void end() {
    closing = true;
    wake();
  }

  /** Ends the sleep. Any thread. */
  public void wake() {
    try (Doorbell another = Doorbell.open()) {
      another.ring(bell.port());
    }
  }

  /** The number of records appended at least: see {@link ChronicleInterconnect}. */
  @Override
  public long appended(OutgoingLog log) {
    return control.published(log.source(), log.destination())
        - Math.max(0, control.incarnation(log.source()) - 1);
  }

  /**
   * The first message that one of the two ranks may need, wherever it goes on, as the mirror may
   * become the sender's log; 1 or less for all. The log of a sender that has moved to this host
   * begins where copies of it do. The log has to exist.
   */
  @Override
  public long needed(int source, int destination) {
    if (!movable) {
      return 0;
    }
    RetainedPositions sender = RetainedPositions.find(layout.retention(source), control.size());
    RetainedPositions receiver =
        RetainedPositions.find(layout.retention(destination), control.size());
    long needed =
        sender == null || receiver == null
            ? 0
            : PositionsForLostHosts.ofBoth(sender, source, receiver, destination);
    return Files.exists(layout.moved(source))
        ? Math.max(needed, JournalReader.first(layout.channel(source, destination)))
        : needed;
  }

  @Override
  public int hint(OutgoingLog log) {
    return control.hint(log.destination(), log.source());
  }

  @Override
  public void read(OutgoingLog log) {
    hints[indexes[log.destination()]].read(log.source(), 1);
  }

  @Override
  public void readAll(OutgoingLog log, int hint) {
    hints[indexes[log.destination()]].readAll(log.source(), hint);
  }

  /** Closes all logs; nothing can be copied any more. */
  @Override
  public void close() {
    for (OutgoingLog[] each : logs) {
      for (OutgoingLog log : each) {
        if (log != null) {
          log.close();
        }
      }
    }
    for (PayloadSource payload : payloads) {
      if (payload != null) {
        payload.close();
      }
    }
    bell.close();
  }
}
