package org.ftmpj.protocol.rank;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.MessageSnapshot;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.match.MatchedMarks;
import org.ftmpj.protocol.match.Matching;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.thread.ThreadsCheckpoint;

/**
 * The state of the protocol of a rank between two operations of the thread that runs main, as a
 * later incarnation goes on from it. It has what was repeated and done, not what this incarnation
 * has counted; and what the logs say after it comes on top, so it is of use as long as they have
 * that.
 *
 * @param clock of the last operation
 * @param record number of the last record of the event log that is in it
 * @param read how far the log of each source was read
 * @param sent the last message to each destination
 * @param reserved recorded matches of messages that have not come yet
 * @param matching with receives that match nothing before the record after it was looked at
 * @param nanoTime the last that the program was told
 * @param threads with those that the program held
 * @param left what the threads were in that have not ended, each of which was held
 * @param requests that the program held, in the order in which they were given
 */
public record RankCheckpoint(
    int rank,
    long clock,
    long record,
    List<ReadPosition> read,
    List<Long> sent,
    Set<Determinant.Match> reserved,
    Matching.Snapshot matching,
    MatchedMarks.Snapshot marks,
    long nanoTime,
    ThreadsCheckpoint threads,
    List<PendingOperation> left,
    List<PendingRequest.Snapshot> requests) {

  /**
   * What that rank goes on from; its gate is open, and no marks are owed.
   *
   * @param threads as they are
   */
  static RankCheckpoint of(RankCore core, ThreadsCheckpoint threads, List<PendingRequest> held) {
    Matching.Snapshot matching = core.matching.snapshot();
    return new RankCheckpoint(
        core.interconnect.rank(),
        core.clock.now(),
        core.recorder.snapshot().last(),
        IntStream.range(0, core.interconnect.size()).mapToObj(core.interconnect::read).toList(),
        core.outbound.snapshot().sequences(),
        core.cursor.reserved(),
        new Matching.Snapshot(false, matching.posted(), matching.unexpected()),
        core.marks.snapshot(),
        core.nanoTime.snapshot().last(),
        threads,
        core.left.snapshot(core.threads.order().parked()),
        held.stream().map(PendingRequest::snapshot).toList());
  }

  /**
   * Returns this checkpoint for a rank that goes on from it on another host, where logs have the
   * messages at other places.
   */
  public RankCheckpoint elsewhere() {
    return new RankCheckpoint(
        rank,
        clock,
        record,
        read.stream().map(ReadPosition::elsewhere).toList(),
        sent,
        reserved,
        new Matching.Snapshot(
            matching.live(),
            matching.posted(),
            matching.unexpected().stream().map(MessageSnapshot::elsewhere).toList()),
        marks,
        nanoTime,
        threads,
        left.stream().map(PendingOperation::elsewhere).toList(),
        requests.stream().map(PendingRequest.Snapshot::elsewhere).toList());
  }

  /**
   * Decodes a written checkpoint.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION} if that cannot be
   */
  public static RankCheckpoint decode(byte[] bytes) {
    return CheckpointReader.decode(bytes);
  }

  /** Encodes the checkpoint as bytes that show damage. */
  public byte[] encode() {
    return CheckpointWriter.encode(this);
  }

  // ------------------------- what has to be kept for it (protocol rule PRUNED_TO_OLDEST)

  /** The event log's first record that is read by who goes on from it. */
  public long firstRecord() {
    return record + 1;
  }

  /** The first message from that source that is read or copied. */
  public long firstReceived(int source) {
    long first = read.get(source).sequence() + 1;
    for (MessageSnapshot message : matching.unexpected()) {
      first = message.source() == source ? Math.min(first, message.sequence()) : first;
    }
    for (PendingRequest.Snapshot request : requests) {
      first = request instanceof Receive.Snapshot r ? firstOf(r, source, first) : first;
    }
    for (PendingOperation operation : left) {
      first = operation.receive() == null ? first : firstOf(operation.receive(), source, first);
    }
    return first;
  }

  private static long firstOf(Receive.Snapshot receive, int source, long first) {
    MessageSnapshot message = receive.message();
    return message != null && message.source() == source
        ? Math.min(first, message.sequence())
        : first;
  }

  /**
   * The incarnation of that source that wrote the last message that was read; 0 if none was. All
   * that a log of that incarnation, or of a later one, has before that message was read.
   */
  public int readOf(int source) {
    return read.get(source).incarnation();
  }

  /** The first message to that destination that is compared with what is sent again. */
  public long firstSent(int destination) {
    return sent.get(destination) + 1;
  }
}
