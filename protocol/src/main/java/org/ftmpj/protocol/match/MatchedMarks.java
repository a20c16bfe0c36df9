package org.ftmpj.protocol.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.OutboundLogs;
import org.ftmpj.protocol.send.Gate;

/**
 * Matched marks, both ways (protocol rule MATCHED_MARK): those this rank owes to senders of
 * synchronous messages, and those its own synchronous sends wait for. A mark is a send: it goes out
 * through the gate. One thread.
 */
public final class MatchedMarks {
  private final OutboundLogs logs;
  private final Gate gate;

  /** Pairs of source and sequence number. */
  private long[] owed = new long[16];

  private int owedLength;
  private final List<Set<Long>> received = new ArrayList<>();

  /** By destination: messages up to that one were sent before the checkpoint it went on from. */
  private final long[] before;

  private final IntrusiveList<SynchronousSend> waiting = new IntrusiveList<>();
  private final FreeList<SynchronousSend> free = new FreeList<>(SynchronousSend::new);

  /** A message that was matched. */
  public record Mark(int source, long sequence) {}

  /**
   * The state from which they go on.
   *
   * @param owed not published yet, in the order in which they will be
   * @param received by destination: messages that were matched before this rank has sent them again
   * @param waiting sends of this rank that were not matched yet
   */
  public record Snapshot(
      List<Mark> owed, List<Set<Long>> received, List<SynchronousSend.Snapshot> waiting) {}

  public MatchedMarks(OutboundLogs logs, Gate gate) {
    this.logs = logs;
    this.gate = gate;
    this.before = new long[logs.size()];
    for (int i = 0; i < logs.size(); i++) {
      received.add(new HashSet<>());
    }
  }

  public Snapshot snapshot() {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < owedLength; i += 2) {
      marks.add(new Mark((int) owed[i], owed[i + 1]));
    }
    List<SynchronousSend.Snapshot> sends = new ArrayList<>();
    for (SynchronousSend send = waiting.first(); send != null; send = send.next()) {
      sends.add(send.snapshot());
    }
    return new Snapshot(
        List.copyOf(marks), received.stream().map(Set::copyOf).toList(), List.copyOf(sends));
  }

  /** Go on from there; of new ones. */
  public void restore(Snapshot from) {
    from.owed().forEach(mark -> owe(mark.source(), mark.sequence()));
    for (int i = 0; i < received.size(); i++) {
      received.get(i).addAll(from.received().get(i));
    }
    from.waiting().forEach(send -> waiting.add(SynchronousSend.restored(send)));
  }

  /**
   * Goes on from a checkpoint: of the messages that were sent before it, those that were matched
   * are known, but for the ones that wait.
   *
   * @param sent the last of them, by destination
   */
  public void sentBefore(List<Long> sent) {
    Arrays.setAll(before, sent::get);
  }

  /** The send that was so, and waits to be matched; a complete one is made. */
  public SynchronousSend restored(SynchronousSend.Snapshot snapshot) {
    for (SynchronousSend send = waiting.first(); send != null; send = send.next()) {
      if (send.snapshot().equals(snapshot)) {
        return send;
      }
    }
    return SynchronousSend.restored(snapshot);
  }

  /** This rank has matched a message. */
  void matched(Arrival.Message message) {
    if (message.envelope().synchronous()) {
      owe(message.source(), message.sequence());
    }
  }

  private void owe(int source, long sequence) {
    if (owedLength == owed.length) {
      owed = Arrays.copyOf(owed, 2 * owedLength);
    }
    owed[owedLength++] = source;
    owed[owedLength++] = sequence;
  }

  /** Whether there are marks to publish. */
  public boolean areOwed() {
    return owedLength > 0;
  }

  /**
   * Publishes what is owed if every determinant so far is stable. Does not wait.
   *
   * @return whether nothing is owed any more
   */
  public boolean tryPublish() {
    if (areOwed() && !gate.isClosed()) {
      publishAll();
    }
    return !areOwed();
  }

  private void publishAll() {
    for (int i = 0; i < owedLength; i += 2) {
      logs.mark((int) owed[i], owed[i + 1]);
    }
    owedLength = 0;
  }

  /**
   * A receiver has matched a message of this rank. A mark may come again after the receiver's
   * recovery.
   */
  void arrive(Arrival.MatchedMark mark) {
    for (SynchronousSend send = waiting.first(); send != null; send = send.next()) {
      if (send.destination() == mark.source() && send.sequence() == mark.sequence()) {
        send.complete();
        waiting.remove(send);
        return;
      }
    }
    if (mark.sequence() > before[mark.source()]) {
      received.get(mark.source()).add(mark.sequence());
    }
  }

  /** A synchronous message was sent, or recognised as sent: maybe it was matched long ago. */
  public SynchronousSend sent(int destination, long sequence, int tag) {
    SynchronousSend send = free.take().send(destination, sequence, tag);
    Set<Long> early = received.get(destination);
    if (!early.isEmpty() && early.remove(sequence)) {
      send.complete();
    } else {
      waiting.add(send);
    }
    return send;
  }

  /** Nothing refers to that send any more. */
  public void free(SynchronousSend send) {
    send.clear();
    free.add(send);
  }
}
