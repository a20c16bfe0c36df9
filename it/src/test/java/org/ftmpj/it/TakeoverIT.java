package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.ConsoleFiles;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Jobs on several hosts, which are all this machine, whose launcher is killed: another process goes
 * on in its place, and what ranks print is in one of both outputs.
 */
class TakeoverIT {
  private static final int RANKS = 3;
  private static final int ERROR = 70;
  private static final int INTERRUPTED = 130;
  private static final int HUNG_UP = 129;
  private static final Duration SOON = Duration.ofMinutes(3);

  /** Java says there on standard error that it has this, which must not lead to the launcher. */
  private static final String TALKATIVE = "export JDK_JAVA_OPTIONS=-Dftmpj.test=takeover";

  private static final Pattern ROUND = Pattern.compile("round (\\d+): ([0-9a-f]{16});");
  private static final Pattern ATTACH =
      Pattern.compile("`ftmpj (run --attach (\\S+) --logger '(\\S+)')`");

  @RegisterExtension final Jobs jobs = new Jobs();
  private EventLoggers loggers;
  private EndlessJob rounds;
  private Job job;
  private ConsoleFiles files;

  @BeforeEach
  void start() throws IOException {
    loggers = EventLoggers.start(jobs.directory());
    LocalHosts hosts = LocalHosts.in(jobs.directory(), TALKATIVE);
    rounds = EndlessJob.start(jobs, RANKS, spec -> hosts.on("a,b,c", loggers.of(spec)));
    job = rounds.job();
    files = new ConsoleFiles(job);
    job.awaitOrEnd("that it can be taken over", () -> job.notices("goes on without this") > 0);
    rounds.awaitMore(20);
  }

  @AfterEach
  void stop() {
    loggers.close();
  }

  @Test
  @Rotated(kind = "launchers", turns = 0)
  void shouldGoOnWhenItsLauncherIsKilled() throws Exception {
    Random random = Seed.random("launcher killed");
    rounds.pause(random);
    job.kill();
    awaitInFile(10);
    assertThat(said("jobs")).contains(" elsewhere ").doesNotContain("orphaned");
    assertThat(said("clean")).contains("goes on on its hosts: `ftmpj run --attach");
    Matcher attach = attach();
    List<Line> after = new ArrayList<>();
    try (Command console = attached(attach.group(2), attach.group(3))) {
      await().atMost(SOON).until(() -> console.out().size() > 10);
      await().atMost(SOON).until(() -> files.err().contains("FTMPJ-1706"));
      files.nextProcess();
      after.addAll(files.outs().get(0));
      Job.signal(console.handle(), "HUP");
      Result result = console.result();
      assertThat(result.exitCode()).as(result.errText()).isEqualTo(HUNG_UP);
      after.addAll(result.out());
    }
    awaitInFile(10);
    try (Command console = attached(attach.group(2), attach.group(3))) {
      await().atMost(SOON).until(() -> console.out().size() > 10);
      rounds.letEnd();
      Result result = console.result(180);
      assertThat(result.exitCode()).as(result.errText()).isZero();
      awaitNothing();
      after.addAll(files.outs().get(1));
      after.addAll(result.out());
    }
    requireEachRound(job.outSoFar(), after, 4);
    loggers.requireEmpty(0, 1, 2);
    clean();
  }

  /**
   * And the process that has come after it, and the host on which that was. At last rank 0 reads
   * the standard input, which the launcher had.
   */
  @Test
  @Rotated(kind = "launchers", turns = 3)
  void shouldGoOnWhenCoordinatorsAreKilledWhileHostsAreLost() throws Exception {
    Random random = Seed.random("coordinators killed");
    HostLoss.of(job, 1 + random.nextInt(RANKS));
    rounds.pause(random);
    job.kill();
    awaitInFile(10);
    ProcessHandle second = job.coordinatorIfThere().orElseThrow();
    Job.kill(second);
    await()
        .atMost(SOON)
        .until(() -> job.coordinatorIfThere().filter(p -> p.pid() != second.pid()).isPresent());
    awaitInFile(10);
    rounds.holdAtEnd();
    await().atMost(SOON).until(() -> held().equals(Set.of(0, 1, 2)));
    requireEachRound(job.outSoFar(), files.out(), 2);
    assertThat(files.err()).doesNotContain("FTMPJ-1708");
    rounds.letRead();
    awaitNothing();
    assertThat(files.err())
        .contains("FTMPJ-1708", "rank 0 reads the standard input, which was the lost launcher's")
        .doesNotContain("the job is over: exit code 0");
    clean();
  }

  @Test
  @Rotated(kind = "launchers", turns = 6)
  void shouldBeTakenOverByAttachWhileItsLauncherLives() throws Exception {
    Matcher attach = attach();
    String identity = attach.group(2);
    requireRefused(attached("other-0123456789abcdef", attach.group(3)), "FTMPJ-1707");
    byte[] secret = new byte[32];
    Seed.random("wrong secret").nextBytes(secret);
    Path wrong =
        Files.writeString(
            jobs.directory().resolve("wrong"), HexFormat.of().formatHex(secret) + "\n");
    Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
    requireRefused(attached(identity, attach.group(3), wrong), "FTMPJ-1402");
    rounds.awaitMore(1);
    String name = identity.substring(0, identity.lastIndexOf('-'));
    try (Command console = attached(identity, attach.group(3));
        Command fromStart = attachedHere(console, name)) {
      assertThat(job.result().exitCode()).isEqualTo(ERROR);
      assertThat(job.notices("FTMPJ-1706")).isEqualTo(1);
      await().atMost(SOON).until(() -> isThere(fromStart));
      requireRefused(console, "FTMPJ-1706");
      List<Integer> all = rounds(fromStart.out(), 0, new TreeMap<>());
      assertThat(all).isEqualTo(upTo(1, all.size()));
      Job.signal(fromStart.handle(), "INT");
      Result result = fromStart.result(180);
      assertThat(result.exitCode()).as(result.errText()).isEqualTo(INTERRUPTED);
    }
    awaitNothing();
    requireRefused(attached(identity, attach.group(3)), "FTMPJ-1707");
    loggers.requireEmpty(0, 1, 2);
  }

  /** The one before hands over in good order. */
  @Test
  @Rotated(kind = "launchers", turns = 1)
  void shouldShowEachLineOnceWhenAttached() throws Exception {
    Matcher attach = attach();
    rounds.pause(Seed.random("launcher attached"));
    List<Line> after = new ArrayList<>();
    Result launcher;
    try (Command console = attached(attach.group(2), attach.group(3))) {
      launcher = job.result();
      assertThat(launcher.exitCode()).as(launcher.errText()).isEqualTo(ERROR);
      await().atMost(SOON).until(() -> isThere(console));
      try (Command next = attached(attach.group(2), attach.group(3))) {
        requireRefused(console, "FTMPJ-1706");
        after.addAll(console.out());
        await().atMost(SOON).until(() -> isThere(next));
        rounds.letEnd();
        Result result = next.result(180);
        assertThat(result.exitCode()).as(result.errText()).isZero();
        after.addAll(result.out());
      }
    }
    awaitNothing();
    requireEachRound(launcher.out(), after, 0);
    loggers.requireEmpty(0, 1, 2);
  }

  /**
   * One that stands still can hand over nothing. When it goes on it shows no line any more, but
   * what was under way: only the last moment before it stood still is shown twice.
   */
  @Test
  @Rotated(kind = "launchers", turns = 5)
  void shouldShowOnlyTheLastMomentTwiceOfALauncherThatStoodStill() throws Exception {
    Matcher attach = attach();
    rounds.pause(Seed.random("launcher stopped"));
    Job.signal(job.launcher(), "STOP");
    try (Command console = attached(attach.group(2), attach.group(3))) {
      await().atMost(SOON).until(() -> isThere(console));
      Result launcher = goOn();
      assertThat(launcher.errText()).contains("FTMPJ-1706");
      rounds.letEnd();
      Result result = console.result(180);
      assertThat(result.exitCode()).as(result.errText()).isZero();
      awaitNothing();
      requireEachRound(launcher.out(), result.out(), 1);
    }
    loggers.requireEmpty(0, 1, 2);
  }

  /** The launcher, which was stopped; asserts that it shows almost nothing then. */
  private Result goOn() throws Exception {
    int before = job.outSoFar().size();
    Job.signal(job.launcher(), "CONT");
    Result launcher = job.result();
    assertThat(launcher.exitCode()).as(launcher.errText()).isEqualTo(ERROR);
    assertThat(launcher.out().size() - before).as("lines after it went on").isLessThan(RANKS + 1);
    return launcher;
  }

  private static void requireRefused(Command attached, String code) throws Exception {
    try (attached) {
      Result result = attached.result();
      assertThat(result.exitCode()).as(result.errText()).isEqualTo(ERROR);
      assertThat(result.errText()).contains(code);
    }
  }

  private static boolean isThere(Command console) {
    assertThat(console.handle().isAlive()).as(console.err().toString()).isTrue();
    return console.out().size() > 10;
  }

  /** On a host of the job, after another one has shown something; it shows all output. */
  private Command attachedHere(Command before, String name) throws IOException {
    await().atMost(SOON).until(() -> before.out().size() > 10);
    String[] words = {"run", "--attach", name, "--from-start", "--label"};
    return Command.start(job.temporary(), Map.of(), words);
  }

  private Matcher attach() {
    Matcher matcher = ATTACH.matcher(job.errors("goes on without this").get(0));
    assertThat(matcher.find()).isTrue();
    return matcher;
  }

  private Command attached(String identity, String addresses) throws IOException {
    return attached(identity, addresses, jobs.directory().resolve("secret"));
  }

  private Command attached(String identity, String addresses, Path secret) throws IOException {
    String[] words = {
      "run",
      "--attach",
      identity,
      "--logger",
      addresses,
      "--secret-file",
      secret.toString(),
      "--bind",
      "127.0.0.1"
    };
    return Command.start(jobs.directory(), Map.of(), words);
  }

  private void awaitInFile(int more) {
    int aim = files.out().size() + more;
    await().atMost(SOON).until(() -> files.out().size() >= aim);
  }

  /** The ranks that have nothing more to say. */
  private Set<Integer> held() {
    return files.out().stream()
        .filter(line -> line.text().equals(Rounds.HELD))
        .map(Line::rank)
        .collect(Collectors.toSet());
  }

  private void awaitNothing() {
    await().atMost(SOON).until(() -> job.livingProcesses().isEmpty());
  }

  /**
   * Of all ranks the same, and none is missing. Only what was printed in the last moment before a
   * coordinator was lost may come again.
   *
   * @param losses how many coordinators were
   */
  private static void requireEachRound(List<Line> before, List<Line> after, int losses) {
    Map<Integer, String> hashes = new TreeMap<>();
    for (int rank = 0; rank < RANKS; rank++) {
      List<Integer> first = rounds(before, rank, hashes);
      assertThat(first).as("rank " + rank + " before").isEqualTo(upTo(1, first.size()));
      int last = first.size();
      int repetitions = 0;
      for (int next : rounds(after, rank, hashes)) {
        if (next != last + 1) {
          assertThat(next).as("rank " + rank + " after " + last).isBetween(2, last);
          repetitions++;
        }
        last = next;
      }
      assertThat(last).as("rank " + rank).isEqualTo(hashes.size()).isGreaterThan(first.size());
      assertThat(repetitions).as("rank " + rank).isLessThanOrEqualTo(losses);
    }
  }

  private static List<Integer> upTo(int first, int last) {
    List<Integer> numbers = new ArrayList<>();
    for (int number = first; number <= last; number++) {
      numbers.add(number);
    }
    return numbers;
  }

  /**
   * @param hashes what other ranks have seen in each round
   */
  private static List<Integer> rounds(List<Line> output, int rank, Map<Integer, String> hashes) {
    StringBuilder text = new StringBuilder();
    output.stream().filter(line -> line.rank() == rank).forEach(line -> text.append(line.text()));
    List<Integer> rounds = new ArrayList<>();
    Matcher round = ROUND.matcher(text);
    while (round.find()) {
      int number = Integer.parseInt(round.group(1));
      String before = hashes.putIfAbsent(number, round.group(2));
      assertThat(before == null ? round.group(2) : before).isEqualTo(round.group(2));
      rounds.add(number);
    }
    return rounds;
  }

  private String said(String command) throws Exception {
    try (Command ftmpj = Command.start(job.temporary(), Map.of(), command)) {
      return ftmpj.result().outByRank().toString();
    }
  }

  /** What the launcher has left behind is what `ftmpj clean` removes. */
  private void clean() throws Exception {
    try (Command clean = Command.start(job.temporary(), Map.of(), "clean")) {
      assertThat(clean.result().exitCode()).isZero();
    }
  }
}
