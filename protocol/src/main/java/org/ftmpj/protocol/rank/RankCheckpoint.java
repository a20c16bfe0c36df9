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
 * The state of a rank's protocol between two operations of the thread that runs main, from which a
 * later incarnation goes on. It has the effects of operations, but not the statistics of this
 * incarnation. A restart also reads what the logs have after the checkpoint, so it is usable only
 * as long as they hold that.
 *
 * @param clock the clock of the last operation
 * @param record number of the event log's last record that is included
 * @param read the position up to which the log of each source was read
 * @param sent the last message to each destination
 * @param reserved recorded matches of messages that have not come yet
 * @param matching the matching; its receives match nothing before the record after the checkpoint
 *     was read
 * @param nanoTime the last nanoTime that the program got
 * @param threads the order of the threads, and the threads that the program refers to
 * @param left the pending operations of the threads that have not ended; the program refers to each
 *     of these threads
 * @param requests the requests that the program refers to, in the order in which they were given
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
   * Creates the checkpoint of a rank whose gate is open and that owes no marks.
   *
   * @param threads the present order of the threads
   */
  static RankCheckpoint of(
      RankCore core, ThreadsCheckpoint threads, List<PendingRequest> requests) {
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
        requests.stream().map(PendingRequest::snapshot).toList());
  }

  /**
   * Returns this checkpoint for a restart on another host, where messages have other positions in
   * the logs.
   */
  public RankCheckpoint onOtherHost() {
    return new RankCheckpoint(
        rank,
        clock,
        record,
        read.stream().map(ReadPosition::onOtherHost).toList(),
        sent,
        reserved,
        new Matching.Snapshot(
            matching.live(),
            matching.posted(),
            matching.unexpected().stream().map(MessageSnapshot::onOtherHost).toList()),
        marks,
        nanoTime,
        threads,
        left.stream().map(PendingOperation::onOtherHost).toList(),
        requests.stream().map(PendingRequest.Snapshot::onOtherHost).toList());
  }

  /**
   * Decodes a written checkpoint.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION} if the bytes are damaged or
   *     have another version
   */
  public static RankCheckpoint decode(byte[] bytes) {
    return CheckpointReader.decode(bytes);
  }

  /** Encodes the checkpoint as bytes that show damage. */
  public byte[] encode() {
    return CheckpointWriter.encode(this);
  }

  // ------------------------- what must not be pruned (protocol rule PRUNED_TO_OLDEST)

  /** The first record of the event log that a restart reads. */
  public long firstRecord() {
    return record + 1;
  }

  /** The first message from a source that a restart reads or copies. */
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
   * The incarnation of a source that wrote the last message read from it; 0 if there is none. The
   * rank has read everything before that message in the log of that incarnation and of later ones.
   */
  public int readOf(int source) {
    return read.get(source).incarnation();
  }

  /** The first message to a destination that a restart compares with a repeated send. */
  public long firstSent(int destination) {
    return sent.get(destination) + 1;
  }
}
