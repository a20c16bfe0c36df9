package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.network.Content;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.transport.journal.RetainedPositions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What hosts are told that rank 0 of host 1 needs. */
class PublishedPositionsTest extends CopiedRank {
  private JobLayout two;
  private PublishedPositions there;
  private PublishedPositions here;
  private int contents;
  private boolean isLost;

  /** To host 2. */
  private final class ToOther implements Session {
    @Override
    public int peer() {
      return 2;
    }

    @Override
    public void send(Topic topic, Content content) {
      if (isLost) {
        throw new FtmpjException(ErrorCode.HOST_LOST, "it is lost");
      }
      assertThat(topic).isEqualTo(Topic.COPIES);
      ByteBuffer bytes = ByteBuffer.allocateDirect(content.length());
      content.write(bytes);
      there.receive(bytes.flip());
      contents++;
    }

    @Override
    public void ask() {
      // It answers when something is sent.
    }

    @Override
    public void close() {
      isLost = true;
    }
  }

  @BeforeEach
  void connect() throws Exception {
    two = withSecret(directory.resolve("other"));
    there = new PublishedPositions(host(two, 2), SIZE);
    here = new PublishedPositions(host(one, 1), SIZE);
  }

  private CopyingHost host(JobLayout layout, int number) {
    // Host 3 was lost in an earlier run.
    return new CopyingHost(
        layout,
        "job-1",
        number,
        List.of("a", "b", "c"),
        List.of(3),
        true,
        other -> other == 2 ? new ToOther() : null,
        new ArrayList<String>()::add);
  }

  private void saveAndCopy() throws Exception {
    sendSome();
    save(List.of());
    copyAndTell();
  }

  private void copyAndTell() throws Exception {
    copier.copyNewest();
    here.tell(0, copier.lastTwo());
  }

  private static RetainedPositions needed(JobLayout layout) {
    return RetainedPositions.find(layout.retention(0), SIZE);
  }

  @Test
  void shouldTellWhatTheOlderOfTwoAndTwoNeeds() throws Exception {
    RetainedPositions.create(one.retention(0), SIZE);
    saveAndCopy();
    assertThat(contents).isZero();
    saveAndCopy();
    assertThat(contents).isEqualTo(1);
    for (JobLayout layout : List.of(one, two)) {
      // 10 messages to 3 ranks in turn.
      assertThat(needed(layout).sent(0)).isEqualTo(5);
      assertThat(needed(layout).sent(1)).isEqualTo(4);
      assertThat(needed(layout).sent(2)).isEqualTo(4);
      assertThat(needed(layout).received(1)).isEqualTo(1);
      assertThat(needed(layout).record()).isEqualTo(1);
      assertThat(needed(layout).readOf(0)).as("nothing").isZero();
      assertThat(needed(layout).cameAs()).as("it began here").isZero();
    }
    // Those here have gone on, the copies have not.
    sendSome();
    save(List.of());
    sendSome();
    save(List.of());
    here.tell(0, copier.lastTwo());
    assertThat(contents).as("nothing else").isEqualTo(1);
    copyAndTell();
    assertThat(contents).isEqualTo(2);
    assertThat(needed(two).sent(0)).isEqualTo(8);
  }

  /** What it sends to itself was written by incarnation 1. */
  @Test
  void shouldTellWhoHasWrittenWhatItHasRead() throws Exception {
    RetainedPositions.create(one.retention(0), SIZE);
    AtomicFile.write(one.cameAs(0), "3\n");
    saveAndCopy();
    sendSome();
    assertThat(session.probe(0, CONTEXT, 0)).isNotNull();
    save(List.of());
    copyAndTell();
    assertThat(needed(two).cameAs()).isEqualTo(3);
    assertThat(needed(two).readOf(0)).as("the older one has read nothing").isZero();
    saveAndCopy();
    for (JobLayout layout : List.of(one, two)) {
      assertThat(needed(layout).readOf(0)).isEqualTo(1);
      assertThat(needed(layout).readOf(1)).isZero();
    }
  }

  /** The older one could not be restored here: its rank went back, and is not as far again. */
  @Test
  void shouldTellWhatTheNewerCopyNeedsIfItIsLessFar() throws Exception {
    RetainedPositions.create(one.retention(0), SIZE);
    saveAndCopy();
    saveAndCopy();
    long[] less = copier.lastTwo().get(1);
    saveAndCopy();
    long[] further = copier.lastTwo().get(1);
    sendSome();
    save(List.of());
    sendSome();
    save(List.of());
    here.tell(0, List.of(less, further));
    assertThat(needed(two).sent(0)).isEqualTo(8);
    copyAndTell();
    assertThat(needed(two).sent(0)).isEqualTo(11);
  }

  @Test
  void shouldNotTellAnythingOfARankThatKeepsItsLogs() throws Exception {
    saveAndCopy();
    saveAndCopy();
    assertThat(contents).isZero();
    assertThat(needed(one)).isNull();
    assertThat(needed(two)).isNull();
  }

  /** What another place has does not count there: its host may be lost. */
  @Test
  void shouldNotCountWhatIsCopiedElsewhere() throws Exception {
    RetainedPositions.create(one.retention(0), SIZE);
    saveAndCopy();
    copier.close();
    CopyDirectory.OfRank other = copies.make(2, 0);
    copier =
        new RankCopies(
            one,
            new DirectoryPlace(other, PROOFS),
            PROOFS,
            0,
            SIZE,
            needed(),
            EdgeGate.OPEN,
            () -> false);
    saveAndCopy();
    assertThat(contents).isZero();
    saveAndCopy();
    assertThat(contents).isEqualTo(1);
  }

  @Test
  void shouldGoOnWithoutAHostThatIsLost() throws Exception {
    RetainedPositions.create(one.retention(0), SIZE);
    isLost = true;
    saveAndCopy();
    saveAndCopy();
    assertThat(needed(one).sent(0)).isEqualTo(5);
    assertThat(needed(two)).isNull();
  }

  @Test
  void shouldRefuseWhatItDoesNotKnow() {
    assertThatThrownBy(() -> there.receive(ByteBuffer.allocate(3)))
        .isInstanceOf(FtmpjException.class);
    assertThatThrownBy(() -> there.receive(ByteBuffer.allocate(25)))
        .isInstanceOf(FtmpjException.class);
  }
}
