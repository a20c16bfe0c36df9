package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.ftmpj.hostd.logs.TakenRecords;
import org.ftmpj.network.PathCounters;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.CheckpointRecord;

/**
 * What a host's daemon tells the launcher: {@link Joined} first, {@link Ready} or {@link Failed}
 * after its order, {@link Stopped} when none of its ranks is left, {@link Left} at last; between,
 * what ranks print and what becomes of them. A coordinator that has come after another one is told
 * {@link Rejoined} first.
 *
 * <p>In a message a byte for the kind stands first.
 */
public sealed interface ToLauncher {
  /** Of all messages in both directions; raised with each change. */
  int VERSION = 13;

  /**
   * It is there.
   *
   * @param version {@link #VERSION}
   * @param release of FTMPJ
   * @param java the version of the Java that runs the daemon, and its ranks
   * @param addresses where other daemons reach it, one for each path
   */
  record Joined(int version, String release, String java, List<InetSocketAddress> addresses)
      implements ToLauncher {}

  /**
   * The job's directory is made; ranks can be started.
   *
   * @param directory on that host
   * @param logger where the event logger listens that the job has there, if so
   * @param taken of a job that is resumed, what the host has of the channel logs of others
   * @param input likewise, how many bytes of the standard input it has for rank 0
   */
  record Ready(String directory, Optional<HostPort> logger, List<TakenRecords> taken, long input)
      implements ToLauncher {
    public Ready {
      taken = List.copyOf(taken);
    }

    /** Of a job that begins. */
    public Ready(String directory, Optional<HostPort> logger) {
      this(directory, logger, List.of(), 0);
    }
  }

  /** A rank has printed something. */
  record Printed(int rank, OutputRecord record) implements ToLauncher {}

  /** Raw output of a rank, what is not logged. */
  record Raw(int rank, int stream, byte[] text) implements ToLauncher {}

  /** A line for the user. */
  record Notice(String text) implements ToLauncher {}

  /** What a rank's unfinished lines wait for. */
  enum Lines {
    DIED,
    RECOVERED,
    ENDED
  }

  /** It has come to that with the lines of a rank. */
  record LinesOf(int rank, Lines state) implements ToLauncher {}

  /** Something has happened to a rank. */
  record Happened(int rank, RankEvent event) implements ToLauncher {}

  /** How far the ranks of the host are. */
  record Progress(List<RankFigures> ranks) implements ToLauncher {}

  /**
   * What a rank has counted, when no rank of the host is left.
   *
   * @param report as in the job's directory
   */
  record Counted(int rank, String report) implements ToLauncher {}

  /**
   * How the paths to other hosts are.
   *
   * @param strangers connections to its daemon that were dropped because they are none of the job's
   */
  record Paths(List<PathCounters> paths, long strangers) implements ToLauncher {}

  /**
   * What has become of a request for a checkpoint.
   *
   * @param number of the request, see {@link ToHost.TakeCheckpoint}
   * @param refused why there is none; empty if there is
   */
  record Checkpointed(
      int rank, long number, Optional<String> refused, Optional<CheckpointRecord.Last> last)
      implements ToLauncher {}

  /** Rank 0 wants more of the standard input. */
  record InputWanted() implements ToLauncher {}

  /**
   * FTMPJ cannot go on there.
   *
   * @param what without the code and the next step
   */
  record Failed(ErrorCode code, String what) implements ToLauncher {}

  /**
   * No rank is left there.
   *
   * @param ranks how many had not ended by themselves
   * @param crashed whether a virtual machine has left a report of its crash
   */
  record Stopped(int ranks, boolean crashed) implements ToLauncher {}

  /**
   * The daemon ends.
   *
   * @param directory the job's directory there if it stays, else empty
   */
  record Left(String directory) implements ToLauncher {}

  /**
   * The session with that other host has ended: it may be lost.
   *
   * @param why in words
   */
  record PeerLost(int host, String why) implements ToLauncher {}

  /** Nothing is heard of that other host, which it watches: the coordinator is to ask it, too. */
  record PeerSilent(int host) implements ToLauncher {}

  /** What a host has to say when it has done a step that all hosts are told. */
  sealed interface Answer extends ToLauncher {}

  /**
   * A step that all hosts are told is done here.
   *
   * @param step its number, see {@link ToHost.ToAll}
   */
  record Answered(long step, Answer answer) implements ToLauncher {}

  /**
   * Answers {@link ToHost.Part}: nothing comes from that host any more.
   *
   * @param ranks those of that host
   */
  record Parted(int host, List<MovedRank> ranks) implements Answer {
    public Parted {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * Answers {@link ToHost.Place}.
   *
   * @param mirrored what the host has of the ranks that have moved to others
   * @param copied the ranks that have a copy of a checkpoint where they go, by this host, from
   *     which they can go on, as far as it is known here what logs are pruned to
   * @param needing those that need one, for logs are pruned
   */
  record Placed(List<MirroredChannel> mirrored, List<Integer> copied, List<Integer> needing)
      implements Answer {
    public Placed {
      mirrored = List.copyOf(mirrored);
      copied = List.copyOf(copied);
      needing = List.copyOf(needing);
    }
  }

  /** Answers {@link ToHost.Resume}. */
  record Resumed() implements Answer {}

  /**
   * Of several event loggers some do not answer, or do so again.
   *
   * @param which as {@link org.ftmpj.logger.client.LoggerNotices} is told
   * @param away which of both
   */
  record Loggers(int which, boolean away, String text) implements ToLauncher {}

  /**
   * It has lost the coordinator that it had, and is there for the one that has come after it. What
   * its ranks have printed follows, from the beginning, then {@link Stopped} if none is left.
   *
   * @param version {@link #VERSION}
   * @param release of FTMPJ
   * @param directory the job's, on that host
   * @param step the number of the newest step that it has been told, 0 if none
   * @param answer to that step; empty if it is not done yet
   * @param ranks those that have been started there
   */
  record Rejoined(
      int version,
      String release,
      String directory,
      long step,
      Optional<Answer> answer,
      List<RankHere> ranks)
      implements ToLauncher {
    public Rejoined {
      ranks = List.copyOf(ranks);
    }
  }

  /** As it is sent. */
  static byte[] encode(ToLauncher message) {
    MessageWriter to = new MessageWriter();
    if (message instanceof Joined joined) {
      to.small(1).number(joined.version).text(joined.release).text(joined.java);
      to.list(joined.addresses, Addresses::write);
    } else if (message instanceof Ready ready) {
      to.small(2).text(ready.directory).optional(ready.logger);
      to.list(ready.taken, TakenInMessages::write).number(ready.input);
    } else if (message instanceof Printed printed) {
      write(to.small(3).number(printed.rank), printed.record);
    } else if (message instanceof Raw raw) {
      to.small(4).number(raw.rank).small(raw.stream).bytes(raw.text);
    } else if (message instanceof Notice notice) {
      to.small(5).text(notice.text);
    } else if (message instanceof LinesOf lines) {
      to.small(6).number(lines.rank).text(lines.state.name());
    } else if (message instanceof Happened happened) {
      RankEvents.write(to.small(7).number(happened.rank), happened.event);
    } else if (message instanceof Progress progress) {
      to.small(8).list(progress.ranks, (writer, figures) -> figures.write(writer));
    } else if (message instanceof InputWanted) {
      to.small(9);
    } else if (message instanceof Failed failed) {
      to.small(10).text(failed.code.name()).text(failed.what);
    } else if (message instanceof Stopped stopped) {
      to.small(11).number(stopped.ranks).flag(stopped.crashed);
    } else if (message instanceof Left left) {
      to.small(12).text(left.directory);
    } else if (message instanceof Counted counted) {
      to.small(13).number(counted.rank).text(counted.report);
    } else if (message instanceof Paths paths) {
      to.small(14).list(paths.paths, PathFigures::write).number(paths.strangers);
    } else if (message instanceof PeerLost lost) {
      to.small(15).number(lost.host).text(lost.why);
    } else if (message instanceof Parted parted) {
      to.small(16).number(parted.host).list(parted.ranks, (writer, rank) -> rank.write(writer));
    } else if (message instanceof Placed placed) {
      to.small(17).list(placed.mirrored, MirroredChannels::write);
      to.list(placed.copied, (writer, rank) -> writer.number(rank));
      to.list(placed.needing, (writer, rank) -> writer.number(rank));
    } else if (message instanceof Resumed) {
      to.small(18);
    } else if (message instanceof Loggers loggers) {
      to.small(19).number(loggers.which).flag(loggers.away).text(loggers.text);
    } else if (message instanceof Answered answered) {
      to.small(20).number(answered.step).bytes(encode(answered.answer));
    } else if (message instanceof Rejoined rejoined) {
      to.small(21).number(rejoined.version).text(rejoined.release).text(rejoined.directory);
      to.number(rejoined.step).flag(rejoined.answer.isPresent());
      rejoined.answer.ifPresent(answer -> to.bytes(encode(answer)));
      to.list(rejoined.ranks, (writer, rank) -> rank.write(writer));
    } else if (message instanceof PeerSilent silent) {
      to.small(22).number(silent.host);
    } else if (message instanceof Checkpointed there) {
      to.small(23).number(there.rank).number(there.number).optional(there.refused);
      to.flag(there.last.isPresent());
      there.last.ifPresent(last -> write(to, last));
    }
    return to.written();
  }

  private static void write(MessageWriter to, CheckpointRecord.Last last) {
    to.text(last.taken().toString()).number(last.bytes()).number(last.pauseNs());
    to.number(last.durableNs()).number(last.processorMs());
  }

  private static CheckpointRecord.Last readLast(MessageReader from) {
    try {
      return new CheckpointRecord.Last(
          Instant.parse(from.text()), from.number(), from.number(), from.number(), from.number());
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static void write(MessageWriter to, OutputRecord record) {
    to.number(record.incarnation()).small(record.stream()).flag(record.restartsLine());
    to.text(record.thread()).bytes(record.text());
  }

  /**
   * What was sent.
   *
   * @throws org.ftmpj.common.error.FtmpjException HOST_VERSION if it is nothing of this
   */
  static ToLauncher decode(byte[] message) {
    return MessageReader.read(message, ToLauncher::read);
  }

  private static Answer readAnswer(MessageReader from) {
    ToLauncher decoded = decode(from.bytes());
    if (decoded instanceof Answer answer) {
      return answer;
    }
    throw new IllegalArgumentException("no answer to a step: " + decoded);
  }

  private static ToLauncher read(MessageReader from) {
    int kind = from.small();
    return switch (kind) {
      case 1 -> new Joined(from.integer(), from.text(), from.text(), from.list(Addresses::read));
      case 2 ->
          new Ready(
              from.text(),
              from.optional().map(HostPort::parse),
              from.list(TakenInMessages::read),
              from.number());
      case 3 -> new Printed(from.integer(), readRecord(from));
      case 4 -> new Raw(from.integer(), from.small(), from.bytes());
      case 5 -> new Notice(from.text());
      case 6 -> new LinesOf(from.integer(), from.constant(Lines.class));
      case 7 -> new Happened(from.integer(), RankEvents.read(from));
      case 8 -> new Progress(from.list(RankFigures::read));
      case 9 -> new InputWanted();
      case 10 -> new Failed(from.constant(ErrorCode.class), from.text());
      case 11 -> new Stopped(from.integer(), from.flag());
      case 12 -> new Left(from.text());
      case 13 -> new Counted(from.integer(), from.text());
      case 14 -> new Paths(from.list(PathFigures::read), from.number());
      case 15 -> new PeerLost(from.integer(), from.text());
      case 16 -> new Parted(from.integer(), from.list(MovedRank::read));
      case 17 ->
          new Placed(
              from.list(MirroredChannels::read),
              from.list(MessageReader::integer),
              from.list(MessageReader::integer));
      case 18 -> new Resumed();
      case 19 -> new Loggers(from.integer(), from.flag(), from.text());
      case 20 -> new Answered(from.number(), readAnswer(from));
      case 21 ->
          new Rejoined(
              from.integer(),
              from.text(),
              from.text(),
              from.number(),
              from.flag() ? Optional.of(readAnswer(from)) : Optional.empty(),
              from.list(RankHere::read));
      case 22 -> new PeerSilent(from.integer());
      case 23 ->
          new Checkpointed(
              from.integer(),
              from.number(),
              from.optional(),
              from.flag() ? Optional.of(readLast(from)) : Optional.empty());
      default -> throw new IllegalArgumentException("unknown kind " + kind);
    };
  }

  private static OutputRecord readRecord(MessageReader from) {
    return new OutputRecord(from.integer(), from.small(), from.flag(), from.text(), from.bytes());
  }
}
