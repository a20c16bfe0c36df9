package org.ftmpj.it.place;

import static org.ftmpj.it.place.Point.after;
import static org.ftmpj.it.place.Point.afterWrite;
import static org.ftmpj.it.place.Point.before;
import static org.ftmpj.it.place.Point.begin;
import static org.ftmpj.it.place.Point.end;
import static org.ftmpj.it.place.Point.operation;

import java.util.List;
import org.ftmpj.it.place.Point.Action;

/** The kinds of moments at which a rank can be killed. */
public enum Place {
  START(
      When.START,
      "while the agent starts, before there is a session",
      begin(Names.STARTUP, "run", Action.PASS),
      after(Names.STARTUP, "open", "open", Action.PASS)),

  HISTORY(
      When.RECOVERY,
      "while the history is read",
      begin(Names.REPLAY + "ReplayCursor", "add", Action.PASS)),

  REPLAY(
      When.RECOVERY,
      "a recorded outcome was just given out again",
      afterWrite(Names.REPLAY + "ReplayCursor", "match outcome", "replayed", Action.PASS)),

  CATCHING_UP(
      When.RECOVERY,
      "no determinants left, but the logs hold more sends or output",
      after(Names.REPLAY + "RankStates", "advance", "transition", Action.OPEN).only(1),
      after(Names.REPLAY + "RankStates", "advance", "transition", Action.PASS).only(1),
      before(Names.REPLAY + "RankStates", "advance", "transition", Action.CLOSE).only(2),
      begin(Names.REPLAY + "OperationClock", "tick", Action.PASS_IF_OPEN)),

  INIT(
      When.START,
      "in MPI.Init",
      begin("mpi/MPI", "Init", Action.ENTER),
      begin("mpi/MPI", "Init", Action.PASS),
      end(Names.DEVICE, "init", Action.PASS),
      operation(Action.PASS_IF_OPEN),
      end("mpi/MPI", "Init", Action.LEAVE)),

  COMMUNICATOR(
      When.PROGRAM,
      "inside the creation of a communicator, after an inner message",
      Points.withoutInit(
          begin("mpi/Intracomm", Names.CREATION, Action.ENTER),
          begin("mpi/Cartcomm", "Sub", Action.ENTER),
          operation(Action.PASS_IF_OPEN),
          end("mpi/Cartcomm", "Sub", Action.LEAVE),
          end("mpi/Intracomm", Names.CREATION, Action.LEAVE))),

  COLLECTIVE(
      When.PROGRAM,
      "inside a collective, after an inner message",
      Points.withoutInit(
          begin("mpi/Intracomm", Names.COLLECTIVES, Action.ENTER),
          operation(Action.PASS_IF_OPEN),
          end("mpi/Intracomm", Names.COLLECTIVES, Action.LEAVE))),

  MATCHED(
      When.NEW,
      "a receive from any source has matched, nothing is recorded",
      before(Names.MATCH + "MatchRecorder", "matched", "recordMatch", Action.PASS)),

  MATCH_RECORDED(
      When.NEW,
      "a receive from any source has matched and that is recorded, but it is not complete",
      after(Names.MATCH + "MatchRecorder", "matched", "recordMatch", Action.PASS)),

  DELIVERY_RECORDED(
      When.NEW,
      "what a wait or a test found is recorded, the program does not know it",
      after(Names.RANK + "Delivery", "find", "recordDelivery", Action.PASS)),

  PROBE_RECORDED(
      When.NEW,
      "what a probe found is recorded, the program does not know it",
      after(Names.RANK + "Probe", "find", "recordProbe", Action.PASS)),

  VALUE_RECORDED(
      When.NEW,
      "what the clock said is recorded, the program does not know it",
      after(Names.RANK + "NumberRead", "readNew", "value", Action.PASS)),

  POLLS_RECORDED(
      When.NEW,
      "a run of failed polls, or of values that are the same, is closed and recorded",
      after(Names.REPLAY + "Recorder", "closeRun", "added", Action.PASS)),

  DETERMINANT_APPENDED(
      When.NEW,
      "a determinant is appended and nothing has followed",
      after(Names.REPLAY + "Recorder", "append", "append", Action.PASS)),

  /** Only at level host: at level process, to append is to be stable. */
  DETERMINANT_SENT(
      When.NEW_AT_HOST,
      "determinants are sent to the event logger, which has not acknowledged them",
      before(Names.LOGGER + "QuorumEventLog", "awaitLocked", "await", Action.OPEN),
      after(Names.LOGGER + "MemberLink", "flush", "writeTo", Action.PASS_IF_OPEN),
      after(Names.LOGGER + "QuorumEventLog", "awaitLocked", "await", Action.CLOSE)),

  ACKNOWLEDGED(
      When.NEW,
      "a new determinant is stable, the message that waited for that is not appended",
      after(Names.REPLAY + "Recorder", "append", "append", Action.OPEN),
      before(Names.RANK + "Send", "proceed", "send", Action.PASS_IF_OPEN),
      before(Names.RANK + "Send", "proceed", "send", Action.CLOSE)),

  TORN_RECORD(
      When.NEW,
      "in the middle of the append of a record to a channel log or a determinant log",
      before(Names.JOURNAL + "SegmentWriter", "append", "write", Action.PASS)),

  BULK(
      When.NEW,
      "the payload of a large message is in the bulk log, or a part of it, and the message is not appended",
      before(Names.BULK + "BulkWriter", "put", "put", Action.PASS),
      after(Names.BULK + "BulkWriter", "put", "put", Action.PASS)),

  ARCHIVED(
      When.NEW,
      "memory of the bulk log is chosen and not written, a piece of it is archived or just being archived,"
          + " a segment is begun",
      before(Names.BULK + "BulkWriter", "enter", "enter", Action.PASS),
      after(Names.BULK + "BulkWriter", "enter", "enter", Action.PASS),
      before(Names.BULK + "BulkArchive", "open", "create", Action.PASS),
      after(Names.BULK + "BulkArchive", "open", "create", Action.PASS),
      before(Names.BULK + "Archiver", "archive", "write", Action.PASS),
      after(Names.BULK + "Archiver", "archive", "write", Action.PASS)),

  SEGMENT(
      When.NEW,
      "a segment of a channel log has no name yet, or the one before is not ended, or nothing is in it",
      before(Names.JOURNAL + "JournalWriter", "roll", "move", Action.PASS),
      after(Names.JOURNAL + "JournalWriter", "roll", "move", Action.PASS),
      after(Names.JOURNAL + "JournalWriter", "roll", "end", Action.PASS)),

  APPENDED(
      When.NEW,
      "a message is appended, and not published",
      after(Names.OUTBOUND, "append", "append", Action.PASS)),

  PUBLISHED(
      When.NEW,
      "a message is published, the receiver's doorbell is not rung",
      before(Names.INTERCONNECT, "send", "ring", Action.PASS)),

  MARKED(
      When.PROGRAM,
      "a matched mark is published",
      after(Names.MATCH + "MatchedMarks", "publishAll", "mark", Action.PASS)),

  OUTPUT_GATED(
      When.PROGRAM,
      "an output has passed the gate and is not recorded",
      after(Names.CAPTURE, "write", "commitOutput", Action.PASS)),

  OUTPUT_RECORDED(
      When.NEW,
      "an output is recorded, the program does not know it",
      after("org/ftmpj/supervisor/console/OutputWriter", "write", "append", Action.PASS)),

  FINALIZE(
      When.END,
      "in MPI.Finalize",
      begin("mpi/MPI", "Finalize", Action.ENTER),
      begin("mpi/MPI", "Finalize", Action.PASS),
      operation(Action.PASS_IF_OPEN),
      end(Names.DEVICE, "finish", Action.PASS),
      end("mpi/MPI", "Finalize", Action.LEAVE)),

  ENDING(
      When.END,
      "the program has ended, there is no exit record",
      begin(Names.PROGRAM_END, "record", Action.PASS)),

  ENDED(
      When.END,
      "there is an exit record, the process has not ended",
      after("org/ftmpj/agent/LiveRank$Opened", "ended", "write", Action.PASS).only(2)),

  CAPTURING(
      When.CHECKPOINT,
      "the program's stack is being taken down",
      begin(Names.CHECKPOINT + "bridge/Capture", "take", Action.PASS)),

  IMAGE(
      When.CHECKPOINT,
      "an image is being written",
      before(Names.CHECKPOINT + "image/HeapTrace", "write", "writeStatics", Action.PASS),
      begin(Names.CHECKPOINT + "store/CheckpointState", "write", Action.PASS)),

  COMMITTING(
      When.CHECKPOINT,
      "a checkpoint is written, and is synced to the disk beside the program",
      end(Names.COMMITS, "begin", Action.PASS),
      end(Names.COMMITS, "commit", Action.CLOSE)),

  IMAGE_WRITTEN(
      When.CHECKPOINT,
      "a checkpoint is written and has no name yet",
      before(Names.STORE, "commit", "move", Action.PASS)),

  CHECKPOINT_NAMED(
      When.CHECKPOINT,
      "a checkpoint has its name, an older one than the one before is still there",
      after(Names.STORE, "commit", "move", Action.PASS)),

  CHECKPOINT_REMOVED(
      When.CHECKPOINT,
      "the older checkpoint has lost its name, its files are there",
      after(Names.STORE, "remove", "move", Action.PASS)),

  SPARE_KEPT(
      When.CHECKPOINT,
      "the image of a removed checkpoint is the spare one, the rest of it is there",
      after(Names.STORE, "keepImage", "move", Action.PASS)),

  SPARE_TAKEN(
      When.CHECKPOINT,
      "a checkpoint that is begun has the spare image, with its old content",
      after(Names.STORE, "begin", "move", Action.PASS)),

  NEEDED(
      When.CHECKPOINT,
      "a part of what the kept checkpoints need is told to those who write the logs",
      before(Names.JOURNAL + "RetainedPositions", "raise", "setRelease", Action.PASS)),

  PRUNING(
      When.CHECKPOINT,
      "a segment that no checkpoint needs has its name still, or has lost it, or is removed, or a file of a"
          + " bulk log is",
      before(Names.JOURNAL + "JournalWriter", "drop", "move", Action.PASS),
      after(Names.JOURNAL + "JournalWriter", "drop", "move", Action.PASS),
      after(Names.JOURNAL + "JournalWriter", "drop", "delete", Action.PASS),
      before(Names.BULK + "BulkLog", "drop", "delete", Action.PASS),
      after(Names.BULK + "BulkLog", "drop", "delete", Action.PASS)),

  RESTORING(
      When.CHECKPOINT,
      "the objects of an image are made, no class has its statics",
      after(Names.CHECKPOINT + "image/Restoration", "run", "makeObjects", Action.PASS)),

  RESTORED_STATICS(
      When.CHECKPOINT,
      "classes have their statics from an image, objects are empty",
      after(Names.CHECKPOINT + "image/Restoration", "run", "setStatics", Action.PASS));

  /** In which part of a rank's life, and what the number of its passings means. */
  public enum When {
    /** At every start. */
    START,

    /** Only in a recovery. */
    RECOVERY,

    /** Whenever the program gets there, again in a re-execution. */
    PROGRAM,

    /** When something is done for the first time, not in a re-execution. */
    NEW,

    /** The same, and only at level host. */
    NEW_AT_HOST,

    /** At the end of the program. */
    END,

    /** Only in a job that takes checkpoints. */
    CHECKPOINT
  }

  /** What several places have in common. */
  private static final class Names {
    static final String STARTUP = "org/ftmpj/agent/RankStartup";
    static final String CAPTURE = "org/ftmpj/agent/StandardOutputs$Stream";
    static final String PROGRAM_END = "org/ftmpj/agent/ProgramEnd";
    static final String CHECKPOINT = "org/ftmpj/checkpoint/";
    static final String COMMITS = "org/ftmpj/agent/checkpoint/CheckpointCommits";
    static final String STORE = CHECKPOINT + "store/CheckpointStore";
    static final String RANK = "org/ftmpj/protocol/rank/";
    static final String REPLAY = "org/ftmpj/protocol/replay/";
    static final String LOGGER = "org/ftmpj/logger/client/";
    static final String MATCH = "org/ftmpj/protocol/match/";
    static final String DEVICE = "org/ftmpj/interceptors/device/FtDevice";
    static final String BULK = "org/ftmpj/transport/bulk/";
    static final String JOURNAL = "org/ftmpj/transport/journal/";
    static final String OUTBOUND = "org/ftmpj/transport/channel/OutboundChannel";
    static final String INTERCONNECT = "org/ftmpj/transport/channel/ChronicleInterconnect";

    static final String CREATION = "Split clone Create Create_cart Create_graph";
    static final String COLLECTIVES =
        "Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv"
            + " Reduce Allreduce Reduce_scatter Scan";
  }

  private static final class Points {
    /** MPI.Init makes communicators, too; that is another place. */
    static Point[] withoutInit(Point... points) {
      Point[] all = new Point[points.length + 2];
      System.arraycopy(points, 0, all, 0, points.length);
      all[points.length] = begin("mpi/MPI", "Init", Action.LEAVE);
      all[points.length + 1] = end("mpi/MPI", "Init", Action.ENTER);
      return all;
    }
  }

  static final Place[] ALL = values();

  private final When when;
  private final String description;
  private final List<Point> points;

  Place(When when, String description, Point... points) {
    this.when = when;
    this.description = description;
    this.points = List.of(points);
  }

  public When when() {
    return when;
  }

  /** Where a rank is when it is killed there. */
  public String description() {
    return description;
  }

  List<Point> points() {
    return points;
  }
}
