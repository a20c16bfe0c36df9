package org.ftmpj.launcher.hosts;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.supervisor.ending.JobEnd;

/**
 * The notes of a job's coordinators for their successors.
 *
 * @param order the order of the first host; those of the others differ only in the number
 * @param loggers the event loggers of the job
 * @param standing the lost hosts, and the state of the recovery of their ranks
 * @param incarnations the newest of ranks, as far as that is known
 * @param printed of ranks, what of their output was shown
 * @param ending why the job ends, if that was known
 */
record JobNotes(
    JobOrder order,
    Loggers loggers,
    Conditions conditions,
    HostLosses.Standing standing,
    Map<Integer, Integer> incarnations,
    Map<Integer, PrintedExtent> printed,
    Optional<JobEnd> ending) {
  private static final String ORDER = "order";
  private static final String START = "start";
  private static final int FIRST_HOST = 1;

  /** The note of why the job ends, made before its ranks are stopped. */
  static final String ENDING = "ending";

  static final ControlCodec<JobEnd> ENDINGS =
      new ControlCodec<>(JobEnd.class, ErrorCode.HOST_VERSION, "the note '" + ENDING + "'");

  /** The first note, when the hosts of a job get their order to start. */
  static Map<String, byte[]> first(HostOrders orders, ToHost.Start start, Conditions conditions) {
    return Map.of(
        ORDER,
        ToHost.CODEC.encode(new ToHost.Order(orders.of(FIRST_HOST))),
        START,
        ToHost.CODEC.encode(start),
        Conditions.NAME,
        Conditions.CODEC.encode(conditions));
  }

  /**
   * Reads what is noted.
   *
   * @throws FtmpjException NOT_SUCCEEDED if the job has had no coordinator, or has ended
   */
  static JobNotes of(AgreedState state) {
    if (state.ended()) {
      throw new FtmpjException(ErrorCode.NOT_SUCCEEDED, "the job has ended");
    }
    byte[] order =
        state
            .note(ORDER)
            .orElseThrow(
                () ->
                    new FtmpjException(
                        ErrorCode.NOT_SUCCEEDED,
                        "its event loggers know of no such job that can be taken over"));
    JobOrder ordered = ((ToHost.Order) ToHost.CODEC.decode(order)).order();
    Map<Integer, Integer> incarnations = new TreeMap<>();
    LostHosts lost =
        state
            .note(LostHosts.NAME)
            .map(note -> LostHosts.decode(note, incarnations))
            .orElseGet(() -> new LostHosts(ordered.placement()));
    Optional<ToHost.ToAll> step =
        state.note(StepReplies.STEP).map(note -> (ToHost.ToAll) ToHost.CODEC.decode(note));
    return new JobNotes(
        ordered,
        ((ToHost.Start) ToHost.CODEC.decode(state.note(START).orElseThrow())).loggers(),
        Conditions.CODEC.decode(state.note(Conditions.NAME).orElseThrow()),
        new HostLosses.Standing(lost, step),
        incarnations,
        printed(state),
        state.note(ENDING).map(ENDINGS::decode));
  }

  private static Map<Integer, PrintedExtent> printed(AgreedState state) {
    Map<Integer, PrintedExtent> printed = new HashMap<>();
    state
        .notes()
        .forEach(
            (name, note) -> {
              if (name.startsWith(PrintedExtent.PREFIX)) {
                int rank = Integer.parseInt(name.substring(PrintedExtent.PREFIX.length()));
                printed.put(rank, PrintedExtent.CODEC.decode(note));
              }
            });
    return printed;
  }
}
