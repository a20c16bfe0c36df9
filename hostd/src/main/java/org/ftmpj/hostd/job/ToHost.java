package org.ftmpj.hostd.job;

import java.util.List;
import org.ftmpj.common.config.Ensemble;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.logs.MirroredChannel;
import org.ftmpj.hostd.logs.TakenRecords;

/**
 * What the launcher tells a host's daemon, in this order: {@link Order}; {@link Start} when every
 * host is ready; {@link Input} whenever it is asked for; {@link Stop} when the job's end is known;
 * {@link Leave} when no rank is left anywhere. {@link TakeCheckpoint} may come at any time between.
 * {@link NotesBegun} may come once after {@link Start}, {@link GivenUp} at any time, as the last.
 * Between, for each loss of hosts, {@link Part} of each of them, {@link History}, {@link Place},
 * {@link Resume}: all but the second come as {@link ToAll}, from the launcher or from another
 * daemon. {@link CoordinatorSilent} and {@link OfQuota} come from other daemons only.
 *
 * <p>In a message a byte for the kind stands first.
 */
public sealed interface ToHost {

  /** What to do; nothing is started yet. */
  record Order(JobOrder order) implements ToHost {}

  /**
   * Start the ranks.
   *
   * @param loggers the event loggers; none at level {@code process}
   * @param goesOn whether the job may go on when this process is lost: the loggers are to agree on
   *     who comes after it, and outlive it
   * @param taken of a job that is resumed, what hosts have of the channel logs of others
   */
  record Start(Loggers loggers, boolean goesOn, List<TakenRecords> taken) implements ToHost {
    public Start {
      taken = List.copyOf(taken);
    }

    /** Of a job that begins. */
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
    /** Of a job that is over. */
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
     * Of a job that is over.
     *
     * @param keep whether its directory stays
     */
    public Leave(boolean keep, String ending) {
      this(keep ? Rest.KEPT : Rest.REMOVED, ending);
    }
  }

  /** What becomes of a host's part of a job that has ended or was stopped. */
  enum Rest {
    REMOVED,
    /** For whoever wants to look at it. */
    KEPT,
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

  /** What daemons tell each other that keep the logs of the job on their hosts within its quota. */
  sealed interface OfQuota extends ToHost {}

  /** Ask a rank of this host for a checkpoint; to be answered by {@link RankAnswered}. */
  record AskRank(int rank) implements OfQuota {}

  /**
   * What has become of that.
   *
   * @param refused whether the rank could not be captured
   */
  record RankAnswered(int rank, boolean refused) implements OfQuota {}

  /** A step of what becomes of the ranks of lost hosts, that all hosts make. */
  sealed interface Move extends ToHost {}

  /** That host is lost: no word with it any more, even if it is back. To be answered. */
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

  /** As it is sent. */
  static byte[] encode(ToHost message) {
    MessageWriter to = new MessageWriter();
    if (message instanceof Order order) {
      order.order.write(to.small(1));
    } else if (message instanceof Start start) {
      to.small(2).texts(start.loggers.ensembles().stream().map(Ensemble::toString).toList());
      to.flag(start.goesOn).list(start.taken, TakenInMessages::write);
    } else if (message instanceof Input input) {
      to.small(3).bytes(input.text);
    } else if (message instanceof Stop stop) {
      to.small(4).text(stop.why).flag(stop.resumable);
    } else if (message instanceof Leave leave) {
      to.small(5).text(leave.rest.name()).text(leave.ending);
    } else if (message instanceof Part part) {
      to.small(6).number(part.host);
    } else if (message instanceof History history) {
      to.small(7).bytes(history.record);
    } else if (message instanceof Place place) {
      to.small(8).list(place.placement.hostOfRank(), (writer, number) -> writer.number(number));
      to.list(place.moved, (writer, rank) -> rank.write(writer));
    } else if (message instanceof Resume resume) {
      to.small(9).list(resume.mirrored, MirroredChannels::write);
    } else if (message instanceof ToAll all) {
      to.small(10).number(all.number);
      to.list(all.members, (writer, number) -> writer.number(number));
      to.bytes(encode(all.move));
    } else if (message instanceof GivenUp) {
      to.small(11);
    } else if (message instanceof NotesBegun) {
      to.small(12);
    } else if (message instanceof CoordinatorSilent) {
      to.small(13);
    } else if (message instanceof TakeCheckpoint take) {
      to.small(14).number(take.rank).number(take.number);
    } else if (message instanceof AskRank ask) {
      to.small(15).number(ask.rank);
    } else if (message instanceof RankAnswered answered) {
      to.small(16).number(answered.rank).flag(answered.refused);
    }
    return to.written();
  }

  /**
   * What was sent.
   *
   * @throws org.ftmpj.common.error.FtmpjException HOST_VERSION if it is nothing of this
   */
  static ToHost decode(byte[] message) {
    return MessageReader.read(message, ToHost::read);
  }

  private static Move move(ToHost message) {
    if (message instanceof Move move) {
      return move;
    }
    throw new IllegalArgumentException("no move of ranks: " + message);
  }

  private static ToHost read(MessageReader from) {
    int kind = from.small();
    return switch (kind) {
      case 1 -> new Order(JobOrder.read(from));
      case 2 ->
          new Start(
              new Loggers(from.texts().stream().map(Ensemble::parse).toList()),
              from.flag(),
              from.list(TakenInMessages::read));
      case 3 -> new Input(from.bytes());
      case 4 -> new Stop(from.text(), from.flag());
      case 5 -> new Leave(from.constant(Rest.class), from.text());
      case 6 -> new Part(from.integer());
      case 7 -> new History(from.bytes());
      case 8 ->
          new Place(new Placement(from.list(MessageReader::integer)), from.list(MovedRank::read));
      case 9 -> new Resume(from.list(MirroredChannels::read));
      case 10 ->
          new ToAll(from.number(), from.list(MessageReader::integer), move(decode(from.bytes())));
      case 11 -> new GivenUp();
      case 12 -> new NotesBegun();
      case 13 -> new CoordinatorSilent();
      case 14 -> new TakeCheckpoint(from.integer(), from.number());
      case 15 -> new AskRank(from.integer());
      case 16 -> new RankAnswered(from.integer(), from.flag());
      default -> throw new IllegalArgumentException("unknown kind " + kind);
    };
  }
}
