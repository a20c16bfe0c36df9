package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Dialogue;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Deadlocks;
import org.ftmpj.it.program.OtherLines;
import org.ftmpj.it.program.ReadsInput;
import org.ftmpj.it.program.Rests;
import org.ftmpj.it.program.WithoutFinalize;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a user at a terminal sees of a job while it runs, and can type. */
class TerminalIT {
  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  @Rotated(kind = "terminals", turns = 7)
  void shouldShowEachLineOnceInTheOrderInWhichItsRankWroteIt() throws Exception {
    JobSpec spec =
        JobSpec.of(OtherLines.class)
            .ranks(2)
            .jvm("-Dft.values.environment=false", "-Dft.values.children=false");
    try (Dialogue job = Dialogue.start(spec, jobs.directory())) {
      job.awaitText("[0] part one ");
      Files.createFile(job.directory().resolve("part-of-0-is-seen"));
      job.awaitText("[1] died in result01.t");
      Files.createFile(job.directory().resolve("part-of-1-is-seen"));
      assertThat(job.end()).as(job.seen()).isZero();
      List<String> lines = job.seen().lines().toList();
      assertThat(
              lines.stream().filter(line -> line.startsWith("[1] ") && !line.contains("ftmpj: ")))
          .containsExactly(
              "[1] short",
              "[1] equal 1",
              "[1] longer by far",
              "[1] equal 2",
              "[1] equal 3",
              "[1] died in result01.t",
              "[1] died in result.txt, and on",
              "[1] equal 4",
              "[1] the end");
      // The notices of rank 1's death end the line that is open if that takes long.
      assertThat(lines.stream().filter(line -> line.matches("\\[0] (part one|the end).*")).toList())
          .isIn(List.of("[0] part one the end"), List.of("[0] part one ", "[0] the end"));
      assertThat(job.seen())
          .contains("rank 1: killed what incarnation 1 had started and left running: ", "sleep");
      assertThat(lines)
          .filteredOn(line -> line.contains("wrote"))
          .singleElement()
          .asString()
          .contains("'longer by far' as line 1 of standard output", "an earlier", "'short'");
    }
  }

  @Test
  @Rotated(kind = "terminals", turns = 5)
  void shouldGiveTheInputToRank0AndOnceMoreAfterItsDeath() throws Exception {
    JobSpec spec =
        JobSpec.of(ReadsInput.class)
            .ranks(2)
            .with("--record", "--job-dir", jobs.directory().resolve("job").toString());
    try (Dialogue job = Dialogue.start(spec, jobs.directory())) {
      job.awaitText("[1] read -1");
      job.type("one\ntwo\nthr");
      job.awaitText("[1] got two\n");
      job.type("ee\ndie\n");
      job.awaitText("[1] got die\n");
      job.type("last\nwithout end");
      job.awaitText("[1] got last\n");
      job.endInput();
      assertThat(job.end()).as(job.seen()).isZero();
      List<String> got = job.seen().lines().filter(line -> line.contains(" got ")).toList();
      for (int rank = 0; rank < 2; rank++) {
        String said = "[" + rank + "] got ";
        assertThat(got.stream().filter(line -> line.startsWith(said)))
            .containsExactly(
                said + "one",
                said + "two",
                said + "three",
                said + "die",
                said + "last",
                said + "without end",
                said + "null");
      }
      assertThat(job.seen()).contains("rank 0 recovered").doesNotContain(" wrote ");
    }
    try (Command verify =
        Command.start(
            jobs.directory(), Map.of(), "verify", jobs.directory().resolve("job").toString())) {
      Result result = verify.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
    }
  }

  /** What its reader had taken of it, but the program had not, is in the checkpoint. */
  @Test
  @Rotated(kind = "terminals", turns = 4)
  void shouldGoOnWithTheInputFromACheckpoint() throws Exception {
    Path directory = jobs.directory().resolve("job");
    JobSpec spec =
        JobSpec.of(ReadsInput.class)
            .ranks(2)
            .with("--checkpoint-every", "50ms", "--job-dir", directory.toString());
    try (Dialogue job = Dialogue.start(spec, jobs.directory())) {
      List<String> typed = new ArrayList<>();
      while (checkpoints(directory) < 2) {
        typed.addAll(List.of("line " + typed.size(), "next " + typed.size()));
        int size = typed.size();
        assertThat(size).as(job.seen()).isLessThan(1000);
        job.type(typed.get(size - 2) + "\n" + typed.get(size - 1) + "\n");
        job.awaitText("[1] got " + typed.get(size - 1) + "\n");
      }
      job.type("die\nlast\n");
      job.awaitText("[1] got last\n");
      job.endInput();
      assertThat(job.end()).as(job.seen()).isZero();
      typed.addAll(List.of("die", "last", "null"));
      assertThat(job.seen().lines().filter(line -> line.startsWith("[0] got ")))
          .containsExactlyElementsOf(typed.stream().map(line -> "[0] got " + line).toList());
      assertThat(job.seen()).contains(CheckpointIT.RESTARTED).doesNotContain("no checkpoint can");
    }
  }

  /** How many are kept of rank 0: not which, for an older one makes room for the next. */
  private static long checkpoints(Path job) {
    String[] names = job.resolve("checkpoints/0").toFile().list();
    return names == null ? 0 : Stream.of(names).filter(name -> name.matches("\\d+")).count();
  }

  @Test
  @Rotated(kind = "terminals", turns = 2)
  void shouldShowWhatTheRanksOfADeadlockWaitFor() throws Exception {
    Path place = jobs.directory().resolve("job");
    JobSpec spec = JobSpec.of(Deadlocks.class, "rrbo").ranks(4).with("--job-dir", place.toString());
    String at = Deadlocks.class.getName() + ".main(Deadlocks.java:";
    try (Dialogue job = Dialogue.start(spec, jobs.directory())) {
      job.awaitText("rank 0 of 4");
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(100))
          .untilAsserted(
              () ->
                  assertThat(status(place).stream().filter(line -> line.contains(" waits ")))
                      .satisfiesExactly(
                          zero ->
                              assertThat(zero)
                                  .matches("rank 0 waits \\d+ s: Recv from rank 1, tag 7, at .*")
                                  .contains(at),
                          one -> assertThat(one).contains(": Recv from rank 0, tag 7, at " + at),
                          two ->
                              assertThat(two)
                                  .containsPattern(": Barrier \\(from rank [013]\\), at ")
                                  .contains(at)));
      assertThat(String.join("", status(place, "--json")))
          .containsPattern("\"rank\": 2,.*\"for\": \"Barrier .from rank [013].\",.*\"rank\": 3")
          .containsPattern("\"rank\": 3,.*\"waits\": \\[\\]");
      job.launcher().destroy();
      assertThat(job.end()).as(job.seen()).isEqualTo(143);
    }
  }

  /** What the virtual machine prints of a crash comes once, and its reports stay. */
  @Test
  @Rotated(kind = "terminals", turns = 3)
  void shouldTellOfCrashesAndHowFarALongRecoveryHasCome() throws Exception {
    Path place = jobs.directory().resolve("place");
    Job job = jobs.start(JobSpec.of(Rests.class).ranks(2).with("--job-dir", place.toString()));
    ProcessHandle first = job.rank(1);
    job.awaitOrEnd("messages", () -> job.linesOfRanks() == 1);
    // A command that only begins when the rank is restarted may come when its rest is over.
    try (Command watch = watch(place)) {
      watch.awaitLine("RANK");
      Job.signal(first, "SEGV");
      job.awaitOrEnd(
          "status",
          () ->
              watch.out().stream()
                  .anyMatch(
                      line -> line.text().matches("1 +recovering +2 +\\d+ +\\d+ of \\d+ .*")));
    }
    ProcessHandle second = job.rankAfter(1, first);
    job.awaitOrEnd("news", () -> job.notices("rank 1 is recovering as incarnation 2: ") > 0);
    Job.signal(second, "SEGV");
    job.awaitOrEnd("recovery", () -> job.notices("rank 1 recovered as incarnation 3") > 0);
    Files.createFile(job.directory().resolve("go-on"));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText())
        .containsPattern("recovering as incarnation 2: \\d+ of \\d+ operations repeated")
        .contains("signal 6 (SIGABRT), report: " + place.resolve("crashes/1.1"))
        .contains("signal 6 (SIGABRT), report: " + place.resolve("crashes/1.2"))
        .containsOnlyOnce("# A fatal error has been detected")
        .contains("the job directory is " + place);
    assertThat(result.out()).extracting(Line::text).containsOnly("has all", "the end");
    for (String report : List.of("crashes/1.1", "crashes/1.2")) {
      assertThat(Files.readString(place.resolve(report))).contains("SIGSEGV");
    }
  }

  private Command watch(Path job) throws IOException {
    return Command.start(jobs.directory(), Map.of(), "status", job.toString(), "--watch", "0.2");
  }

  private List<String> status(Path job, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("status", job.toString()));
    words.addAll(List.of(options));
    try (Command status = Command.start(jobs.directory(), Map.of(), words.toArray(String[]::new))) {
      Result shown = status.result();
      assertThat(shown.exitCode()).as(shown.errText()).isZero();
      return shown.out().stream().map(Line::text).toList();
    }
  }

  static Stream<Arguments> signals() {
    return Seed.one("signals for a job", Arguments.of("TERM", 143), Arguments.of("HUP", 129));
  }

  /** As when its terminal goes away: the signal is for all processes of the job. */
  @ParameterizedTest
  @MethodSource("signals")
  void shouldRestartNothingOfAJobThatIsStoppedAsAWhole(String signal, int code) throws Exception {
    JobSpec spec = JobSpec.of(Ring.class, "100000", "100000").ranks(2).level(Level.HOST);
    try (Dialogue job = Dialogue.start(spec, jobs.directory(), "exec setsid \"$@\"")) {
      job.awaitText("[1] ");
      job.awaitText("[0] ");
      new ProcessBuilder("kill", "-" + signal, "--", "-" + job.launcher().pid()).start().waitFor();
      assertThat(job.end()).as(job.seen()).isEqualTo(code);
      assertThat(job.seen()).doesNotContain("restarting");
    }
  }

  /** The file that Java opens first is not the input. */
  @Test
  @Rotated(kind = "terminals", turns = 1)
  void shouldTakeAClosedInputForAnEmptyOne() throws Exception {
    JobSpec spec = JobSpec.of(ReadsInput.class).ranks(1);
    try (Dialogue job = Dialogue.start(spec, jobs.directory(), "\"$@\" <&-")) {
      assertThat(job.end()).as(job.seen()).isZero();
      assertThat(job.seen()).contains("[0] read null, 0 more\n[0] got null\n");
    }
  }

  /**
   * What reads from a terminal in the background is stopped by it: so a job is not unless its
   * program reads.
   */
  @Test
  void shouldReadFromATerminalWhenTheProgramDoes() throws Exception {
    JobSpec reads = JobSpec.of(ReadsInput.class).ranks(1);
    try (Dialogue job = Dialogue.start(reads, jobs.directory(), "script -qec \"$*\" /dev/null")) {
      job.awaitText("rank 0 of 1");
      job.type("typed\n\004");
      assertThat(job.end()).as(job.seen()).isZero();
      assertThat(job.seen()).containsSubsequence("[0] got typed", "[0] got null");
    }
    String inBackground = "script -qec \"bash -c 'set -m; $* & wait; echo all done'\" /dev/null";
    JobSpec quiet = JobSpec.of(WithoutFinalize.class).ranks(1);
    try (Dialogue job = Dialogue.start(quiet, jobs.directory(), inBackground)) {
      assertThat(job.end()).as(job.seen()).isZero();
      assertThat(job.seen()).contains("all done");
    }
  }

  /** Others that share the input find it as it was; none waits for what may still be typed. */
  @Test
  @Rotated(kind = "terminals", turns = 0)
  void shouldLeaveTheInputAloneThatNoRankReads() throws Exception {
    JobSpec spec = JobSpec.of(WithoutFinalize.class).ranks(1);
    try (Dialogue job = Dialogue.start(spec, jobs.directory(), "\"$@\" && read x && echo \"$x\"")) {
      job.type("for the shell\n");
      assertThat(job.end()).as(job.seen()).isZero();
      assertThat(job.seen()).endsWith("for the shell\n");
    }
  }
}
