package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.supervisor.console.Console;

/**
 * Collects the hosts that the previous coordinator had not lost, and continues its work. A failure
 * does not end the job, which another process may take over.
 *
 * @param known the notes of earlier terms
 * @param hosts the expected hosts
 * @param losses deals with hosts that are lost, or do not rejoin
 * @param notes of this coordinator
 */
record Rejoining(
    SuccessorJob.Seat seat,
    JobNotes known,
    List<RemoteHost> hosts,
    HostLosses losses,
    AgreedNotebook notes,
    Console console,
    Coordination coordination)
    implements JobPhase {
  /** The time allowed beyond that after which hosts notice the loss of the previous coordinator. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  @Override
  public Next pass() throws InterruptedException {
    hosts.forEach(host -> host.expect(seat.sessions()));
    CoordinatorNote note =
        new CoordinatorNote(ProcessDescription.inWords(seat.role()), seat.sessions().addresses());
    notes.note(Map.of(CoordinatorNote.NAME, CoordinatorNote.CODEC.encode(note)));
    console.start(coordination.verdict()::failed);
    awaitHosts();
    if (known.ending().isEmpty() && !coordination.verdict().isKnown()) {
      losses.start();
    }
    coordination.hosts().watchOnRing(coordination.duties().ranks());
    return known.ending().isPresent()
        ? new Next(
            new Ending(coordination, known.ending().get()),
            "the coordinator before was ending the job")
        : new Next(new Running(coordination), "the hosts are here, or lost");
  }

  private void awaitHosts() throws InterruptedException {
    ExpectedHosts expected = new ExpectedHosts(hosts, losses::lossOf);
    console.notice(
        "%s is the coordinator of the job now, number %d; waiting for hosts %s; %s"
            .formatted(
                seat.role(),
                seat.term(),
                expected,
                AttachArguments.hint(known.order().identity(), known.loggers())));
    Duration longest = seat.hostTimeout().plus(PATIENCE);
    expected.await(longest, coordination.verdict().known());
    for (RemoteHost host : expected.missing()) {
      losses.lost(
          host,
          new FtmpjException(
              ErrorCode.HOST_LOST,
              "host %s is lost: it has not come to this coordinator within %d s"
                  .formatted(host.name(), longest.toSeconds())));
    }
  }
}
