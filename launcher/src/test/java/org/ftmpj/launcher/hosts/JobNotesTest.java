package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.ending.JobEnd;
import org.junit.jupiter.api.Test;

class JobNotesTest {

  @Test
  void shouldReadAsNotedWhatIsKnownOfLostHosts() {
    LostHosts lost = new LostHosts(new Placement(List.of(1, 1, 2, 3)));
    HostReplacement replacement = new HostReplacement(List.of(0, 0, 0, 0));
    assertThat(lost.add(2, replacement)).hasValue(List.of(2));
    lost.parted(2);
    lost.resumed();
    assertThat(lost.add(1, replacement)).hasValue(List.of(0, 1));

    Map<Integer, Integer> incarnations = new TreeMap<>();
    LostHosts read = LostHosts.decode(lost.encode(Map.of(0, 1, 2, 3)), incarnations);
    assertThat(read.all()).containsExactly(2, 1);
    assertThat(read.toPartFrom()).containsExactly(1);
    assertThat(read.moving()).containsExactly(0, 1);
    assertThat(read.wasOn(2, 2)).isTrue();
    assertThat(read.wasOn(1, 2)).isFalse();
    assertThat(read.placement()).isEqualTo(lost.placement());
    assertThat(incarnations).isEqualTo(Map.of(0, 1, 2, 3));
    assertThat(read.isSettled()).isFalse();
  }

  @Test
  void shouldReadAsNotedWhyAJobEnds() {
    for (JobEnd ending :
        List.of(new JobEnd.Over(3, "rank 1 ended"), new JobEnd.Signalled("SIGTERM"))) {
      assertThat(JobNotes.ENDINGS.decode(JobNotes.ENDINGS.encode(ending))).isEqualTo(ending);
    }
    JobEnd failed = new JobEnd.Failed(new FtmpjException(ErrorCode.HOST_LOST, "no room"));
    assertThat(JobNotes.ENDINGS.decode(JobNotes.ENDINGS.encode(failed)))
        .isInstanceOfSatisfying(
            JobEnd.Failed.class,
            read -> {
              assertThat(read.reason().code()).isEqualTo(ErrorCode.HOST_LOST);
              assertThat(read.reason().what()).isEqualTo("no room");
            });
  }

  @Test
  void shouldReadAsNotedHowMuchWasPrinted() {
    Map<PrintedExtent.Writer, Long> bytes = new HashMap<>();
    bytes.put(new PrintedExtent.Writer("main", OutputRecord.OUT), 7L);
    bytes.put(new PrintedExtent.Writer("m\u00fc", OutputRecord.ERR), 1L << 40);
    assertThat(
            PrintedExtent.CODEC
                .decode(PrintedExtent.CODEC.encode(new PrintedExtent(bytes)))
                .bytes())
        .isEqualTo(bytes);
  }

  @Test
  void shouldReadAsNotedHowAJobIsRun() {
    Conditions conditions =
        new Conditions(List.of(0, 4), List.of("ft.host.timeout=5"), true, false, true);
    assertThat(Conditions.CODEC.decode(Conditions.CODEC.encode(conditions))).isEqualTo(conditions);
  }

  @Test
  void shouldRefuseNotesThatAreCutOrLonger() {
    byte[] note =
        Conditions.CODEC.encode(new Conditions(List.of(0, 4), List.of(), true, false, true));
    for (int length = 0; length < note.length; length++) {
      byte[] cut = Arrays.copyOf(note, length);
      assertRefused(cut);
    }
    assertRefused(Arrays.copyOf(note, note.length + 1));
  }

  private static void assertRefused(byte[] note) {
    assertThatThrownBy(() -> Conditions.CODEC.decode(note))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_VERSION));
  }

  @Test
  void shouldNotTakeOverWhatIsNotThere() throws Exception {
    assertNotSucceeded(AgreedState.NONE);
    LocalAgreement ended = new LocalAgreement();
    ended.claim(0, Map.of());
    ended.end(1);
    assertNotSucceeded(ended.read());
  }

  private static void assertNotSucceeded(AgreedState state) {
    assertThatThrownBy(() -> JobNotes.of(state))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUCCEEDED));
  }
}
