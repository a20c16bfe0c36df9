package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.ftmpj.agent.programs.Libraries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of real ranks by the JDK's flight recorder. */
class FlightJarIT {
  @TempDir Path directory;

  @Test
  void shouldRecordSendsMatchesAndTheRecovery() throws Exception {
    Path job = Files.createDirectory(directory.resolve("job"));
    List<RecordedEvent> first = record(told(RankProcess.in(job)), "first.jfr");

    RecordedEvent send = only("ftmpj.Send", first);
    assertThat(send.getInt("destination")).isZero();
    assertThat(send.getLong("sequence")).isEqualTo(1);
    assertThat(send.getInt("tag")).isEqualTo(7);
    assertThat(send.getLong("bytes")).isGreaterThanOrEqualTo(Integer.BYTES);
    assertThat(send.getThread().getJavaName()).isEqualTo("main");
    RecordedEvent match = only("ftmpj.Match", first);
    assertThat(match.getInt("source")).isZero();
    assertThat(match.getLong("sequence")).isEqualTo(1);
    assertThat(match.getInt("tag")).isEqualTo(7);
    assertThat(match.getLong("bytes")).isEqualTo(send.getLong("bytes"));
    assertThat(of("ftmpj.Recovery", first)).isEmpty();

    List<RecordedEvent> again = record(told(RankProcess.in(job).incarnation(2)), "again.jfr");
    assertThat(of("ftmpj.Send", again)).as("the log holds it").isEmpty();
    assertThat(of("ftmpj.Match", again)).hasSize(1);
    RecordedEvent recovery = only("ftmpj.Recovery", again);
    assertThat(recovery.getInt("incarnation")).isEqualTo(2);
    assertThat(recovery.getLong("sendsDropped")).isEqualTo(1);
    assertThat(recovery.getLong("determinants")).isPositive();
    assertThat(recovery.getDuration("uptime")).isPositive();
  }

  @Test
  void shouldRecordNothingOfOursUnlessTold() throws Exception {
    List<RecordedEvent> events = record(RankProcess.in(directory), "not.jfr");
    assertThat(events).isNotEmpty().noneMatch(e -> e.getEventType().getName().startsWith("ftmpj"));
  }

  @Test
  void shouldRunWithoutARecording() throws Exception {
    RankProcess.Result result = told(RankProcess.in(directory)).run(Libraries.class);
    assertThat(result.status()).as(result.rawErr()).isZero();
  }

  @Test
  void shouldSayThatThisJavaHasNoFlightRecorder() throws Exception {
    RankProcess.Result result =
        told(RankProcess.in(directory))
            .jvm("--limit-modules=java.se,jdk.unsupported")
            .run(Libraries.class);
    assertThat(result.status()).isEqualTo(70);
    assertThat(result.rawErr()).contains("FTMPJ-1001", "jdk.jfr");
  }

  private static RankProcess told(RankProcess rank) {
    return rank.set("FT_JFR", "true");
  }

  private List<RecordedEvent> record(RankProcess rank, String name) throws Exception {
    Path file = directory.resolve(name);
    RankProcess.Result result =
        rank.jvm("-XX:StartFlightRecording=filename=" + file).run(Libraries.class);
    assertThat(result.status()).as(result.rawErr()).isZero();
    assertThat(result.out()).startsWith("received 42\n");
    return RecordingFile.readAllEvents(file);
  }

  private static List<RecordedEvent> of(String type, List<RecordedEvent> events) {
    return events.stream().filter(e -> e.getEventType().getName().equals(type)).toList();
  }

  private static RecordedEvent only(String type, List<RecordedEvent> events) {
    assertThat(of(type, events)).as(type).hasSize(1);
    return of(type, events).get(0);
  }
}
