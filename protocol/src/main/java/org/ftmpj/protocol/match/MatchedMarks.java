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
 * The matched marks that this rank owes to senders of synchronous messages, and those that its own
 * synchronous sends wait for (protocol rule MATCHED_MARK). A mark is a send: it goes out through
 * the gate. One thread.
 */
public final class MatchedMarks {
  private final OutboundLogs logs;
  private final Gate gate;

  /** The marks that are owed, as pairs of source and sequence number. */
  private long[] owed = new long[16];

  private int owedLength;
  private final List<Set<Long>> received = new ArrayList<>();

  /** By destination: the last message sent before the checkpoint that the rank went on from. */
  private final long[] before;

  private final IntrusiveList<SynchronousSend> waiting = new IntrusiveList<>();
  private final FreeList<SynchronousSend> free = new FreeList<>(SynchronousSend::new);

  /** A matched message. */
  public record Mark(int source, long sequence) {}

  /**
   * The state of the matched marks.
   *
   * @param owed marks that are not published yet, in the order of publication
   * @param received by destination: messages whose marks came before this rank has sent them again
   * @param waiting sends of this rank that are not matched yet
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

  /** Restores the state in a new object. */
  public void restore(Snapshot from) {
    from.owed().forEach(mark -> owe(mark.source(), mark.sequence()));
    for (int i = 0; i < received.size(); i++) {
      received.get(i).addAll(from.received().get(i));
    }
    from.waiting().forEach(send -> waiting.add(SynchronousSend.restored(send)));
  }

  /**
   * Goes on from a checkpoint: all messages that were sent before it count as matched, except those
   * whose sends still wait.
   *
   * @param sent the last message sent before the checkpoint, by destination
   */
  public void sentBefore(List<Long> sent) {
    Arrays.setAll(before, sent::get);
  }

  /** The waiting send that the snapshot describes; a complete one is created again. */
  public SynchronousSend restored(SynchronousSend.Snapshot snapshot) {
    for (SynchronousSend send = waiting.first(); send != null; send = send.next()) {
      if (send.snapshot().equals(snapshot)) {
        return send;
      }
    }
    return SynchronousSend.restored(snapshot);
  }

  /** Notes that this rank has matched a message. */
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

  /** Whether marks have to be published. */
  public boolean areOwed() {
    return owedLength > 0;
  }

  /**
   * Publishes the owed marks if every determinant so far is stable. Does not wait.
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
   * Notes that a receiver has matched a message of this rank. A mark may come again after the
   * receiver's recovery.
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

  /**
   * Creates the request of a synchronous message that was sent or recognised as sent. It may have
   * been matched long ago.
   */
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

  /** Frees a send that nothing refers to any more. */
  public void free(SynchronousSend send) {
    send.clear();
    free.add(send);
  }
}
