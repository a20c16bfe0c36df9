package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.ftmpj.hostd.logs.ReceivedRecords;
import org.ftmpj.network.PathCounters;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.CheckpointRecord;

/**
 * What a host's daemon tells the launcher: {@link Joined} first, {@link Ready} or {@link Failed}
 * after its order, {@link Stopped} when none of its ranks is left, {@link Left} at last; between,
 * what ranks print and what becomes of them. A coordinator that has come after another one is told
 * {@link Rejoined} first.
 */
public sealed interface ToLauncher {
  /** The encoding of these messages. */
  ControlCodec<ToLauncher> CODEC =
      new ControlCodec<>(ToLauncher.class, ErrorCode.HOST_VERSION, "a message from another host");

  /**
   * The daemon has joined.
   *
   * @param java the version of the Java that runs the daemon, and its ranks
   * @param addresses where other daemons reach it, one for each path
   */
  record Joined(String java, List<InetSocketAddress> addresses) implements ToLauncher {}

  /**
   * The job's directory is made; ranks can be started.
   *
   * @param directory on that host
   * @param logger where the event logger listens that the job has there, if so
   * @param taken of a job that is resumed, what the host has of the channel logs of others
   * @param input likewise, how many bytes of the standard input it has for rank 0
   */
  record Ready(String directory, Optional<HostPort> logger, List<ReceivedRecords> taken, long input)
      implements ToLauncher {
    public Ready {
      taken = List.copyOf(taken);
    }

    /** The directory of a job that begins is ready. */
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

  /** The event for which a rank's unfinished lines wait. */
  enum Lines {
    DIED,
    RECOVERED,
    ENDED
  }

  /** The lines of a rank have reached that state. */
  record LinesOf(int rank, Lines state) implements ToLauncher {}

  /** Something has happened to a rank. */
  record Happened(int rank, RankEvent event) implements ToLauncher {}

  /** The progress of the host's ranks. */
  record Progress(List<RankFigures> ranks) implements ToLauncher {}

  /**
   * What a rank has counted, when no rank of the host is left.
   *
   * @param report as in the job's directory
   */
  record Counted(int rank, String report) implements ToLauncher {}

  /**
   * The counters of the paths to other hosts.
   *
   * @param strangers connections to its daemon that were dropped because they are none of the job's
   */
  record Paths(List<PathCounters> paths, long strangers) implements ToLauncher {}

  /**
   * The outcome of a request for a checkpoint.
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
   * The host has no rank left.
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

  /** The answer of a host that has done a step for all hosts. */
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
   * Some of several event loggers do not answer, or do so again.
   *
   * @param which as {@link org.ftmpj.logger.client.LoggerNotices} is told
   * @param away which of both
   */
  record Loggers(int which, boolean away, String text) implements ToLauncher {}

  /**
   * The daemon has lost its coordinator, and has joined the next one. What its ranks have printed
   * follows, from the beginning, then {@link Stopped} if none is left.
   *
   * @param directory the job's, on that host
   * @param step the number of the newest step that it has been told, 0 if none
   * @param answer to that step; empty if it is not done yet
   * @param ranks those that have been started there
   */
  record Rejoined(String directory, long step, Optional<Answer> answer, List<LocalRank> ranks)
      implements ToLauncher {
    public Rejoined {
      ranks = List.copyOf(ranks);
    }
  }
}
