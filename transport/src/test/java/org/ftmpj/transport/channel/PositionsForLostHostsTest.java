package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is needed of the log from rank 0 to rank 1, or of its mirror, by what both have told. */
class PositionsForLostHostsTest {
  private static final int SIZE = 2;

  @TempDir Path directory;
  private JobLayout layout;
  private ControlBlock control;
  private PositionsForLostHosts needed;
  private RetainedPositions sender;
  private RetainedPositions receiver;

  @BeforeEach
  void tell() throws IOException {
    layout = new JobLayout(Files.createDirectories(directory.resolve("job")));
    control = ControlBlock.create(layout.control(), SIZE);
    Files.createDirectories(layout.incarnation(0).getParent());
    needed = new PositionsForLostHosts(layout, control, 0);
    sender = RetainedPositions.create(layout.retention(0), SIZE);
    receiver = RetainedPositions.create(layout.retention(1), SIZE);
    sender.raiseSent(1, 20);
    receiver.raiseReceived(0, 30);
    receiver.raiseReadOf(0, 1);
  }

  private void isRemote(int rank) {
    control.enterRemote(rank, 1);
  }

  private void hasCome(int rank) throws IOException {
    Files.writeString(layout.moved(rank), "0\n");
  }

  private void haveArrived(long first) {
    RetainedPositions.create(layout.arrived(1), SIZE).raiseReceived(0, first);
  }

  @Test
  void shouldNeedWhatEitherNeeds() {
    assertThat(needed.from(1)).isEqualTo(20);
    sender.raiseSent(1, 40);
    assertThat(needed.from(1)).isEqualTo(30);
  }

  @Test
  void shouldNeedWhatTheReceiversHostHasNot() {
    isRemote(1);
    assertThat(needed.from(1)).isZero();
    haveArrived(10);
    assertThat(needed.from(1)).isEqualTo(10);
  }

  @Test
  void shouldNeedAllOfALogThatItsReceiverHasNotReadFrom() throws Exception {
    isRemote(1);
    haveArrived(100);
    sender.raiseCameAs(2);
    hasCome(0);
    assertThat(needed.from(1)).isZero();
    receiver.raiseReadOf(0, 2);
    assertThat(needed.from(1)).isEqualTo(20);
  }

  @Test
  void shouldNeedAllOfAMirrorThatOneWhoHasComeHasNotReadFrom() throws Exception {
    isRemote(0);
    sender.raiseCameAs(2);
    hasCome(1);
    assertThat(needed.from(1)).isZero();
    receiver.raiseReadOf(0, 2);
    assertThat(needed.from(1)).isEqualTo(20);
  }

  @Test
  void shouldCountWhatOneHasReadThatWasHereAllTheTime() throws Exception {
    sender.raiseCameAs(2);
    isRemote(0);
    assertThat(needed.from(1)).as("of the mirror").isEqualTo(20);
    hasCome(0);
    assertThat(needed.from(1)).as("of the log that it has become").isEqualTo(20);
  }

  @Test
  void shouldNotGoBackWhenTheReceiverMoves() {
    isRemote(1);
    haveArrived(15);
    assertThat(needed.from(1)).isEqualTo(15);
    RetainedPositions.findToWrite(layout.arrived(1), SIZE).forgetReceived();
    assertThat(needed.from(1)).isEqualTo(15);
  }
}
