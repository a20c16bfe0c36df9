package org.ftmpj.hostd.job;

import java.util.List;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.ftmpj.hostd.logs.RankEndpoint;
import org.ftmpj.hostd.logs.ReceivedRecords;

/**
 * The messages of the launcher to a host's daemon, in this order: {@link Order}; {@link Start} when
 * every host is ready; {@link Input} whenever it is asked for; {@link Stop} when the job's end is
 * known; {@link Leave} when no rank is left anywhere. {@link TakeCheckpoint} may come at any time
 * between. {@link NotesBegun} may come once after {@link Start}, {@link GivenUp} at any time, as
 * the last. Between, for each loss of hosts, {@link Part} of each of them, {@link History}, {@link
 * Place}, {@link Resume}: all but the second come as {@link ToAll}, from the launcher or from
 * another daemon. {@link CoordinatorSilent}, {@link Endpoints} and {@link OfQuota} come from other
 * daemons only.
 */
public sealed interface ToHost {
  /** The encoding of these messages. */
  ControlCodec<ToHost> CODEC =
      new ControlCodec<>(ToHost.class, ErrorCode.HOST_VERSION, "a message from another host");

  /** The order; nothing is started yet. */
  record Order(JobOrder order) implements ToHost {}

  /**
   * Start the ranks.
   *
   * @param loggers the event loggers; none at level {@code process}
   * @param goesOn whether the job may go on when this process is lost: the loggers are to agree on
   *     who comes after it, and outlive it
   * @param taken of a job that is resumed, what hosts have of the channel logs of others
   */
  record Start(Loggers loggers, boolean goesOn, List<ReceivedRecords> taken) implements ToHost {
    public Start {
      taken = List.copyOf(taken);
    }

    /** The start of a job that begins. */
    public Start(Loggers loggers, boolean goesOn) {
      this(loggers, goesOn, List.of());
    }
  }

  /**
   * The next piece of the job's standard input.
   *
   * @param text empty at its end
   */
  record Input(byte[] text) implements ToHost {}

  /**
   * Stop the ranks.
   *
   * @param why in words
   * @param resumable whether the job is resumed later: then they are killed, and do nothing more
   */
  record Stop(String why, boolean resumable) implements ToHost {
    /** The stop of a job that is over. */
    public Stop(String why) {
      this(why, false);
    }
  }

  /**
   * Remove what is left of the job here.
   *
   * @param rest what becomes of it
   * @param ending how the job ended, in words
   */
  record Leave(Rest rest, String ending) implements ToHost {
    /**
     * The end of a job that is over.
     *
     * @param keep whether its directory stays
     */
    public Leave(boolean keep, String ending) {
      this(keep ? Rest.RETAINED : Rest.REMOVED, ending);
    }
  }

  /** The fate of a host's part of a job that has ended or was stopped. */
  enum Rest {
    REMOVED,
    /** For later inspection. */
    RETAINED,
    /** For the next run of the job. */
    RESUMABLE
  }

  /**
   * Ask a rank here for a checkpoint, and tell what comes of it.
   *
   * @param number of the request
   */
  record TakeCheckpoint(int rank, long number) implements ToHost {}

  /**
   * The event loggers agree on who coordinates the job, and what a successor needs is noted: from
   * now on the job goes on without this process.
   */
  record NotesBegun() implements ToHost {}

  /** The job goes on without this host: stop the ranks, and remove what is left of the job here. */
  record GivenUp() implements ToHost {}

  /**
   * Nothing is heard of the coordinator where this comes from, another host, which watches it: this
   * one is to ask it, too.
   */
  record CoordinatorSilent() implements ToHost {}

  /** The ranks of the sending host, as far as their endpoints have changed. */
  record Endpoints(List<RankEndpoint> all) implements ToHost {
    public Endpoints {
      all = List.copyOf(all);
    }
  }

  /** A message between daemons that keep the job's logs on their hosts within its quota. */
  sealed interface OfQuota extends ToHost {}

  /** Ask a rank of this host for a checkpoint; to be answered by {@link RankAnswered}. */
  record AskRank(int rank) implements OfQuota {}

  /**
   * The answer to that.
   *
   * @param refused whether the rank could not be captured
   */
  record RankAnswered(int rank, boolean refused) implements OfQuota {}

  /** A step of what becomes of the ranks of lost hosts, that all hosts make. */
  sealed interface Move extends ToHost {}

  /** A host is lost: no exchange with it any more, even if it is back. To be answered. */
  record Part(int host) implements Move {}

  /**
   * Determinants of a rank that is to come to this host.
   *
   * @param record of a host's stream, as the event logger has it
   */
  record History(byte[] record) implements ToHost {}

  /**
   * Ranks of lost hosts are placed on others: expect their records, and have those ready that come
   * to this host. To be answered.
   *
   * @param placement the new one
   */
  record Place(Placement placement, List<MovedRank> moved) implements Move {
    public Place {
      moved = List.copyOf(moved);
    }
  }

  /**
   * All hosts have answered: start those ranks, and send what they need. To be answered.
   *
   * @param mirrored what hosts have of the ranks that have come to others
   */
  record Resume(List<MirroredChannel> mirrored) implements Move {
    public Resume {
      mirrored = List.copyOf(mirrored);
    }
  }

  /**
   * A move that the launcher tells all hosts that are left. Each host takes it once and passes it
   * on, over the tree of its members.
   *
   * @param number of moves to all hosts, from 1; all have answered one before the next begins
   * @param members the launcher, 0, and the hosts that are left, ascending
   */
  record ToAll(long number, List<Integer> members, Move move) implements ToHost {
    public ToAll {
      members = List.copyOf(members);
    }
  }
}
