package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.NotRepeatable;
import org.ftmpj.it.program.ReadingBack;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a program reads from its own files is what it read before it died. */
class ReadFilesIT {
  private static final int STEPS = 20;
  private static final int REPLACED = 10;
  private static final int FTMPJ_ERROR = 70;

  @TempDir Path directory;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** The program, with older files of its own. */
  private JobSpec spec(String name, int replaced, String... more) throws IOException {
    Path older = directory.resolve(name);
    for (int rank = 0; rank < 2; rank++) {
      Files.writeString(Path.of(older.toString() + rank), "older than the job");
    }
    List<String> arguments = new ArrayList<>(List.of(older.toString(), "" + replaced));
    arguments.addAll(List.of(more));
    return JobSpec.of(ReadingBack.class, arguments.toArray(String[]::new)).ranks(2);
  }

  @Test
  @Rotated(kind = "files of programs", turns = 5)
  void shouldReadWhatItReadBefore() throws Exception {
    JobSpec protectedOne = spec("older", REPLACED);
    JobSpec withCheckpoints = spec("other", REPLACED);
    Job stock = jobs.start(spec("stock", REPLACED).stock());
    Result expected = stock.result();
    assertThat(expected.exitCode()).as(expected.errText()).isZero();

    Level level = Seed.one("files that are read", Level.values()).toList().get(0);
    Job recorded = jobs.start(protectedOne.level(level).with("--record"));
    killAndCompare(recorded, stock, expected);
    Result verified = new Recorded(recorded).ftmpj("verify", new Recorded(recorded).id());
    assertThat(verified.exitCode()).as(verified.errText()).isZero();

    killAndCompare(
        jobs.start(withCheckpoints.with("--checkpoint-every", "100ms")), stock, expected);
  }

  private static void killAndCompare(Job job, Job stock, Result expected) throws IOException {
    new Kills(job, STEPS * 2).everyRankOnce(Seed.random("reads", job.spec().toString()));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(expected);
    assertThat(tree(job)).isEqualTo(tree(stock));
  }

  /** By something that is not of the job, which reads the file again in its first step. */
  @Test
  @Rotated(kind = "files of programs", turns = 0)
  void shouldStopIfAnOlderFileWasChanged() throws IOException {
    JobSpec spec = spec("changed", 0);
    jobs.start(spec("stock", 0).stock()).result(); // The files are older than the next job.
    assertStopped(spec, "FTMPJ-1510", "changed1, which was older than the job");
  }

  @Test
  @Rotated(kind = "files of programs", turns = 3)
  void shouldStopIfItWritesSomethingElse() throws IOException {
    assertStopped(spec("same", 0, "planted"), "FTMPJ-1511", "own-1/planted is not what");
  }

  @Test
  void shouldStopIfRanksHaveMappedTheSamePart() {
    Job job = jobs.start(JobSpec.of(NotRepeatable.class, "mapped").ranks(2));
    job.awaitBeforeEnd("both ranks to be ready", () -> job.linesOfRanks() == 2);
    Job.kill(job.rank(1));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains("FTMPJ-1512", "shared.bin");
  }

  private void assertStopped(JobSpec spec, String code, String why) throws IOException {
    Job job = jobs.start(spec);
    job.awaitBeforeEnd("some steps", () -> job.linesOf(1) > 2);
    Files.writeString(directory.resolve("changed1"), "another one");
    Job.kill(job.rank(1));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains(code, why);
  }

  /** The content of all files, by name. */
  private static Map<String, String> tree(Job job) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    for (String top : new String[] {"own-0", "own-1", "counter"}) {
      try (Stream<Path> files = Files.walk(job.directory().resolve(top))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String text = Files.readString(file, StandardCharsets.ISO_8859_1);
          tree.put(
              job.directory().relativize(file).toString(),
              file.endsWith("properties") ? text.replaceFirst("#.*", "") : text);
        }
      }
    }
    return tree;
  }
}
