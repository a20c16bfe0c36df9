package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Rereads;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Ranks are repeated from their checkpoints on, and compared with what the job has left of that.
 */
class VerifiedSuffixIT {
  private static final int RANKS = 2;
  private static final int RANK = 1;
  private static final int ROUNDS = 300;
  private static final int FTMPJ_ERROR = 70;

  @RegisterExtension final Jobs jobs = new Jobs();

  private Path files;
  private Job job;
  private Recorded record;

  @BeforeEach
  void write() throws IOException {
    files = Files.createDirectory(jobs.directory().resolve("files"));
    Files.writeString(files.resolve("early"), "e");
    Files.writeString(files.resolve("late"), "l");
  }

  /** Of a job whose logs begin later, and one of whose ranks has died. */
  @Test
  @Rotated(kind = "verification", turns = 2)
  void shouldVerifyWhatIsLeftOfPrunedLogs() throws Exception {
    start(
        JobSpec.of(Rereads.class, files.toString(), "" + ROUNDS).jvm("-Dft.log.segment=1"), "50ms");
    job.awaitOrEnd("output", () -> job.linesOfRanks() > 0);
    job.awaitOrEnd("two checkpoints", () -> checkpoints() >= 2);
    Job.kill(job.rank(RANK));
    assertThat(job.result().exitCode()).as(job.result().errText()).isZero();
    assertThat(job.notices(CheckpointIT.RESTARTED)).as(job.result().errText()).isEqualTo(1);
    assertThat(job.result().errText())
        .contains("`ftmpj verify " + record.id() + " --from-checkpoint` repeats its ranks");

    Result whole = record.ftmpj("verify", record.id());
    assertThat(whole.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(whole.errText()).contains("FTMPJ-1822").contains("--from-checkpoint");

    Result inspected = record.ftmpj("inspect", record.id());
    assertThat(inspected.exitCode()).as(inspected.errText()).isZero();
    assertThat(text(inspected))
        .containsPattern("CHANNEL +REMOVED +MESSAGES ")
        .containsPattern("0 -> 1 +[1-9][0-9]+ +[1-9][0-9]+ ");

    Map<Path, String> before = record.files();
    Map<Path, String> written = written();
    Result suffix = record.ftmpj("verify", "--from-checkpoint", record.id());
    assertThat(suffix.exitCode()).as(text(suffix) + suffix.errText()).isZero();
    assertThat(lines(suffix))
        .hasSize(RANKS)
        .allMatch(line -> line.contains(": verified from its checkpoint of "))
        .noneMatch(line -> line.contains(" 0 sends"));
    assertThat(record.files()).as("of the job").isEqualTo(before);
    assertThat(written()).as("of the program").isEqualTo(written);
  }

  /** Only the whole record shows what was before the checkpoint. */
  @Test
  @Rotated(kind = "verification", turns = 3)
  void shouldNameALineAfterTheCheckpointAndKnowNothingOfOneBefore() throws Exception {
    // Two checkpoints at most, both before the last send: by the clock, one could be after it.
    start(
        JobSpec.of(Rereads.class, files.toString(), "" + 2 * ROUNDS)
            .jvm("-Dft.checkpoint.messages=" + (2 * ROUNDS / 3 + 20))
            .with("--keep-logs"),
        "request");
    assertThat(job.result().exitCode()).as(job.result().errText()).isZero();

    Files.writeString(files.resolve("early"), "E");
    Result suffix = record.ftmpj("verify", record.id(), "--from-checkpoint");
    assertThat(suffix.exitCode()).as(text(suffix) + suffix.errText()).isZero();
    Result whole = record.ftmpj("verify", record.id(), "--rank", "1");
    assertThat(whole.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(text(whole)).contains(diverged(1, "early"));

    Files.writeString(files.resolve("late"), "L");
    suffix = record.ftmpj("verify", record.id(), "--rank", "0", "--from-checkpoint", "newest");
    assertThat(suffix.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(text(suffix))
        .contains(diverged(0, "late") + "; repeated from its checkpoint of ")
        .contains("    called at " + Rereads.class.getName() + ".main(Rereads.java:")
        .containsPattern("expected:    to rank 1 goes message [0-9]+, tag 5")
        .contains("element 0 (from 0) was " + (int) 'l' + " and is " + (int) 'L');
  }

  private void start(JobSpec spec, String when) {
    job = jobs.start(spec.ranks(RANKS).with("--checkpoint-every", when, "--record"));
    record = new Recorded(job);
  }

  private long checkpoints() throws IOException {
    Path directory = record.directory().resolve("checkpoints/" + RANK);
    if (!Files.exists(directory)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(path -> path.getFileName().toString().matches("\\d+")).count();
    }
  }

  /** What the program has written, with the times of that. */
  private Map<Path, String> written() throws IOException {
    Map<Path, String> written = new TreeMap<>();
    try (Stream<Path> all = Files.list(files)) {
      for (Path file : all.toList()) {
        written.put(file, Files.getLastModifiedTime(file) + " " + Files.readString(file));
      }
    }
    return written;
  }

  private static String diverged(int rank, String method) throws IOException {
    return ", at %s.%s(Rereads.java:%d)".formatted(Rereads.class.getName(), method, line(method));
  }

  /** The line of the program that says so. */
  private static int line(String what) throws IOException {
    Path source = Installation.root().resolve("it/src/test/java/org/ftmpj/it/program/Rereads.java");
    List<String> lines = Files.readAllLines(source);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith("// here: " + what)) {
        return i + 1;
      }
    }
    throw new AssertionError("Rereads.java does not say: " + what);
  }

  private static List<String> lines(Result result) {
    return result.out().stream().map(Line::text).toList();
  }

  private static String text(Result result) {
    return String.join("\n", lines(result)) + "\n";
  }
}
