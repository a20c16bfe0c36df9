package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.Downpour;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs of which is removed what no checkpoint needs. */
class PruningIT {
  private static final int MIB = 1500;
  private static final int SOME_MIB = 400;
  private static final int SOFTWARE = 70;
  private static final int INTERRUPTED = 130;

  /** So that there is more to come when logs are pruned. */
  private static final String REST_MS = "5";

  private static final String RESTARTED = ", restarted from its checkpoint of ";

  /** What begins the name of a file of large payloads that are not in memory. */
  private static final String OLDER = "older-";

  /** What begins an entry of an event logger's file, one of several, that has only numbers. */
  private static final int ENTRY_WITHOUT_RECORDS = 16;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** While logs are pruned, while that is told, and in between. */
  @Test
  @Rotated(kind = "pruned logs", turns = 6)
  void shouldRecoverFromWhatIsLeft() throws Exception {
    Plan plan =
        new Plan(jobs.directory().resolve("plan"))
            .kill(new PlacedKill(0, 1, Place.PRUNING, 1))
            .kill(new PlacedKill(1, 1, Place.NEEDED, 2))
            .kill(new PlacedKill(0, 2, Place.NEEDED, 1))
            .kill(new PlacedKill(1, 2, Place.NEEDED, 5))
            .kill(new PlacedKill(0, 3, Place.PRUNING, 3))
            .kill(new PlacedKill(0, 4, Place.PRUNING, 2));
    Job job =
        jobs.start(
            JobSpec.of(Downpour.class, Integer.toString(MIB))
                .ranks(2)
                .jvm("-Dft.log.segment=1", "-Dft.log.memory=0", plan.jvmArgument())
                .with("--checkpoint-every", "100ms", "--keep"));
    Result result = job.lateResult();
    System.out.println("killed " + plan.hits());
    assertThat(result.exitCode()).as(result.errText()).isZero();
    String expected = Long.toString(Downpour.result(MIB));
    assertThat(result.out(0)).containsExactly(expected);
    assertThat(result.out(1)).containsExactly(expected);
    assertThat(plan.missed()).isEmpty();

    Recorded record = new Recorded(job);
    assertThat(firstSegment(record.directory().resolve("channels").resolve("0-1"))).isPositive();
    assertThat(record.directory().resolve("bulk").resolve("0").resolve("older-0")).doesNotExist();
    Result verified = record.ftmpj("verify", record.id());
    assertThat(verified.exitCode()).isEqualTo(SOFTWARE);
    assertThat(verified.errText()).contains("FTMPJ-1822");
  }

  static Stream<String> setups() {
    return Seed.one("setup", "level host", "level quorum", "several hosts");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("setups")
  @Rotated(kind = "pruned logs", turns = 1)
  void shouldRecoverElsewhereToo(String setup) throws Exception {
    switch (setup) {
      case "level host" -> recoverWithDeterminantsElsewhere("host");
      case "level quorum" -> recoverWithDeterminantsElsewhere("quorum");
      default -> recoverOnSeveralHosts();
    }
  }

  /**
   * At level process; a rank is killed when on both hosts something is removed, then the job is
   * stopped, and goes on.
   */
  private void recoverOnSeveralHosts() throws Exception {
    Random random = Seed.random("pruning on hosts");
    Path config = jobs.directory().resolve("config");
    Files.writeString(config, "ft.log.segment=1\n");
    Path end = jobs.directory().resolve("end");
    JobSpec spec =
        JobSpec.of(Downpour.class, end.toString(), REST_MS, "small")
            .ranks(2)
            .with("--config", config.toString())
            .with("--checkpoint-every", "100ms", "--walltime", "1h");
    Job first = jobs.start(LocalHosts.in(jobs.directory()).on("a,b", spec));
    first.awaitOrEnd("process", () -> first.rankIfThere(1).isPresent());
    Recorded record = new Recorded(first);
    awaitRemoval(first, record, 0);
    int rank = random.nextInt(2);
    String recovered = "rank " + rank + " recovered as incarnation 2 ";
    Job.kill(first.rank(rank));
    first.awaitOrEnd(recovered, () -> first.notices(recovered) > 0);
    assertThat(first.errors(recovered)).allMatch(line -> line.contains(RESTARTED));
    first.interrupt();
    Result stopped = first.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(INTERRUPTED);

    long before = Math.max(firstSegment(log(record, 1)), firstSegment(log(record, 2)));
    Job second = jobs.resume(first);
    awaitRemoval(second, record, before);
    Files.createFile(end);
    Result result = second.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains(RESTARTED);
    String[] words = result.out(0).get(0).split(" after ");
    assertThat(words[0])
        .isEqualTo(Long.toString(Downpour.resultOfRounds(Integer.parseInt(words[1]))));
    assertThat(result.out(1)).isEqualTo(result.out(0));
  }

  static Stream<String> payloads() {
    return Seed.one(
        "payloads", "small", "large", "small, copied to partners", "large, copied to partners");
  }

  /** Where copies of checkpoints are. */
  private interface Copies {
    /**
     * What a host has copied of a rank.
     *
     * @param keeper which keeps it, if hosts do
     */
    Path of(int host, int keeper, int rank) throws IOException;
  }

  /**
   * At levels host and quorum, with copies of checkpoints: a rank is killed when on both hosts
   * something is removed, and of what is copied, too; then a host is lost, and its rank perhaps
   * killed where it has come to. When something is removed there, too, that host is lost, or the
   * one of the other rank. By then all of their copies are on other hosts.
   */
  @ParameterizedTest
  @MethodSource("payloads")
  @Rotated(kind = "pruned logs", turns = 0)
  void shouldGoOnWithoutHostsWithWhatIsLeft(String payloads) throws Exception {
    Random random = Seed.random("pruning and losing hosts, " + payloads);
    boolean small = payloads.startsWith("small");
    boolean atPartners = payloads.endsWith("partners");
    Path config = jobs.directory().resolve("config");
    Files.writeString(config, "ft.log.segment=1\nft.log.memory=0\n");
    Path end = jobs.directory().resolve("end");
    Path shared = jobs.directory().resolve("copies");
    JobSpec spec =
        JobSpec.of(
                Downpour.class,
                end.toString(),
                small ? "25" : "100",
                small ? "small marks" : "all marks")
            .ranks(2)
            .with("--config", config.toString(), "--spares", "2")
            .with("--checkpoint-every", "200ms")
            .with(copied(atPartners, shared));
    LocalHosts hosts = LocalHosts.in(jobs.directory());
    if (random.nextBoolean()) {
      try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
        Job job = jobs.start(hosts.on("a,b,c,d", loggers.of(spec)));
        loseHosts(job, copies(job, atPartners, shared), random, small, end);
      }
    } else {
      Job job = jobs.start(hosts.on("a,b,c,d", spec.level(Level.HOST)));
      loseHosts(job, copies(job, atPartners, shared), random, small, end);
    }
  }

  private static String[] copied(boolean atPartners, Path shared) {
    return atPartners
        ? new String[] {"--checkpoint-copies", "partner", "--log-max", "10000"}
        : new String[] {"--checkpoint-dir", shared.toString()};
  }

  private static Copies copies(Job job, boolean atPartners, Path shared) {
    return (host, keeper, rank) -> {
      Path all = atPartners ? new Recorded(job).part(keeper).resolve("partner") : of(shared);
      return all.resolve("h" + host + "/" + rank + "/images");
    };
  }

  /** The only job in a directory that hosts share. */
  private static Path of(Path shared) throws IOException {
    try (Stream<Path> all = Files.list(shared)) {
      return all.findFirst().orElseThrow();
    }
  }

  static Stream<Boolean> places() {
    return Seed.one("places", true, false);
  }

  /**
   * A host is lost, and the job is stopped when the logs of its rank are pruned on the next one.
   */
  @ParameterizedTest(name = "copies at partners: {0}")
  @MethodSource("places")
  @Rotated(kind = "pruned logs", turns = 4)
  void shouldGoOnInAnotherRunWithWhatIsLeftOfLogsOfAMovedRank(boolean atPartners) throws Exception {
    Random random = Seed.random("pruning, losing a host and stopping");
    Path config = jobs.directory().resolve("config");
    Files.writeString(config, "ft.log.segment=1\nft.log.memory=0\n");
    Path end = jobs.directory().resolve("end");
    Path shared = jobs.directory().resolve("copies");
    JobSpec spec =
        JobSpec.of(Downpour.class, end.toString(), "25", "small marks")
            .ranks(2)
            .with("--config", config.toString(), "--spares", "2", "--walltime", "1h")
            .with("--checkpoint-every", "200ms")
            .with(copied(atPartners, shared))
            .level(Level.HOST);
    Job first = jobs.start(LocalHosts.in(jobs.directory()).on("a,b,c,d", spec));
    first.awaitOrEnd("process", () -> first.rankIfThere(1).isPresent());
    Recorded record = new Recorded(first);
    awaitRemoval(first, record, true, 0);
    int moved = random.nextInt(2);
    HostLoss.of(first, 1 + moved);
    awaitRestart(first, moved, 2);
    awaitRemovalThere(first, record, true);
    first.interrupt();
    Result stopped = first.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(INTERRUPTED);

    Job second = jobs.resume(first);
    second.awaitOrEnd("recovery", () -> second.notices(RESTARTED) > 1);
    awaitRemovalThere(second, record, true);
    Path images = copies(second, atPartners, shared).of(3, 4, moved);
    second.awaitOrEnd("copies of rank " + moved, () -> images(images) > 1);
    HostLoss.of(second, 3);
    second.awaitOrEnd("restart on the last host", () -> second.notices(RESTARTED) > 2);
    Files.createFile(end);
    Result result = second.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    requireRight(result, true);
  }

  /** On two hosts and a spare one; goes on until that file is there, and has pruned logs by now. */
  private Job startWithPartners(Path end) throws Exception {
    Path config = jobs.directory().resolve("config");
    Files.writeString(config, "ft.log.segment=1\nft.log.memory=0\n");
    JobSpec spec =
        JobSpec.of(Downpour.class, end.toString(), "25", "small marks")
            .ranks(2)
            .with("--config", config.toString(), "--spares", "1", "--checkpoint-every", "200ms")
            .with("--checkpoint-copies", "partner", "--log-max", "10000", "--walltime", "1h")
            .level(Level.HOST);
    Job job = jobs.start(LocalHosts.in(jobs.directory()).on("a,b,c", spec));
    job.awaitOrEnd("process", () -> job.rankIfThere(1).isPresent());
    awaitRemoval(job, new Recorded(job), true, 0);
    return job;
  }

  /** The price of pruned logs with copies at partners, of which the user is told at the start. */
  @Test
  @Rotated(kind = "pruned logs", turns = 1)
  void shouldEndIfAHostIsLostTogetherWithThatOfItsCopies() throws Exception {
    Job job = startWithPartners(jobs.directory().resolve("end"));
    Job.signalIfThere(job.daemon(1), "STOP"); // So it does not copy once more.
    HostLoss.of(job, 2);
    HostLoss.of(job, 1);
    Result result = job.lateResult();
    assertThat(result.errText()).contains("logs are pruned, for there is a quota (log.max)");
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(SOFTWARE);
    assertThat(result.errText()).contains("FTMPJ-1828: no host that is left has a copy");
    assertThat(result.out()).isEmpty();
    // It could be resumed if these hosts had only been away.
    assertThat(new Recorded(job).ftmpj("clean", "--all").exitCode()).isZero();
  }

  /** Neither is resumed without the hosts that have what it needs, and nothing is lost by that. */
  @Test
  @Rotated(kind = "pruned logs", turns = 2)
  void shouldNotBeResumedWithoutCopies() throws Exception {
    Path end = jobs.directory().resolve("end");
    Job first = startWithPartners(end);
    first.interrupt();
    Result stopped = first.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(INTERRUPTED);

    Result without = jobs.resume(first, "--hosts", "c").lateResult();
    assertThat(without.exitCode()).as(without.errText()).isEqualTo(SOFTWARE);
    assertThat(without.errText()).contains("FTMPJ-1828: ", "of ranks [0], and logs are pruned");

    Job second = jobs.resume(first, "--hosts", "a,b,c");
    second.awaitOrEnd("restarts", () -> second.notices(RESTARTED) > 1);
    Files.createFile(end);
    Result result = second.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    requireRight(result, true);
  }

  private static void loseHosts(Job job, Copies copies, Random random, boolean small, Path end)
      throws Exception {
    job.awaitOrEnd("process", () -> job.rankIfThere(1).isPresent());
    Recorded record = new Recorded(job);
    awaitRemoval(job, record, small, 0);
    int[] incarnations = {1, 1};
    int rank = random.nextInt(2);
    Job.kill(job.rank(rank));
    awaitRestart(job, rank, ++incarnations[rank]);
    awaitRemoval(job, record, small, last(record, small, 1));
    awaitRemovalOfCopies(job, copies.of(1, 2, 0));

    int moved = random.nextInt(2);
    HostLoss.of(job, 1 + moved);
    awaitRestart(job, moved, ++incarnations[moved]);
    if (random.nextBoolean()) {
      Job.kill(job.rank(moved));
      awaitRestart(job, moved, ++incarnations[moved]);
    }
    Path images = copies.of(3, 4, moved);
    job.awaitOrEnd("copies of rank " + moved, () -> images(images) > 1);
    awaitRemovalThere(job, record, small);
    if (moved == 0) {
      awaitRemovalOfCopies(job, images);
    }

    boolean movesAgain = random.nextBoolean();
    int next = movesAgain ? moved : 1 - moved;
    // Those of host 1 were on host 2 before.
    Path ofOther = moved == 0 ? copies.of(2, 3, 1) : copies.of(1, 3, 0);
    job.awaitOrEnd("copies of the other rank", () -> images(ofOther) > 1);
    HostLoss.of(job, movesAgain ? 3 : 1 + next);
    awaitRestart(job, next, ++incarnations[next]);
    Files.createFile(end);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    requireRight(result, small);
  }

  private static void requireRight(Result result, boolean small) {
    String[] words = result.out(0).get(0).split(" after ");
    assertThat(words[0])
        .isEqualTo(Long.toString(Downpour.resultOfRounds(Integer.parseInt(words[1]), small)));
    assertThat(result.out(1)).isEqualTo(result.out(0));
  }

  /** Waits until more is removed on the host to which a rank has come. */
  private static void awaitRemovalThere(Job job, Recorded record, boolean small) throws Exception {
    long before = last(record, small, 3);
    job.awaitOrEnd("removal on 3", () -> last(record, small, 3) > before);
  }

  /** All that was needed was copied once more, and what was before is removed. */
  private static void awaitRemovalOfCopies(Job job, Path images) {
    Path records = images.resolveSibling("records");
    job.awaitOrEnd("removal in " + records, () -> Files.notExists(records.resolve("1")));
  }

  private static void awaitRestart(Job job, int rank, int incarnation) {
    String recovered = "rank " + rank + " recovered as incarnation " + incarnation + " ";
    job.awaitOrEnd(recovered, () -> job.notices(recovered) > 0);
    assertThat(job.errors(recovered)).allMatch(line -> line.contains(RESTARTED));
  }

  private static int images(Path directory) {
    String[] names = directory.toFile().list((its, name) -> name.matches("[0-9]+"));
    return names == null ? 0 : names.length;
  }

  /** Waits until on both hosts that segment is removed, or, of large payloads, that file. */
  private static void awaitRemoval(Job job, Recorded record, boolean small, long number) {
    for (int host = 1; host <= 2; host++) {
      int its = host;
      job.awaitOrEnd("removal on " + host, () -> last(record, small, its) > number);
    }
    assertThat(job.isAlive()).as("There is no one to end the job").isTrue();
  }

  /** The first segment that is left on a host, or file of large payloads. */
  private static long last(Recorded record, boolean small, int host) throws IOException {
    Path log = log(record, host);
    if (small) {
      return Files.exists(log) ? firstSegment(log) : 0;
    }
    Path bulk = record.part(host).resolve("bulk").resolve("0");
    if (!Files.exists(bulk)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(bulk)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(OLDER))
          .mapToLong(name -> Long.parseLong(name.substring(OLDER.length())))
          .min()
          .orElse(0);
    }
  }

  /** Waits until that segment is removed on both hosts. */
  private static void awaitRemoval(Job job, Recorded record, long segment) {
    for (int host = 1; host <= 2; host++) {
      Path log = log(record, host);
      job.awaitOrEnd("removal in " + log, () -> Files.exists(log) && firstSegment(log) > segment);
    }
    assertThat(job.isAlive()).as("There is no one to end the job").isTrue();
  }

  private static Path log(Recorded record, int host) {
    return record.part(host).resolve("channels").resolve("0-1");
  }

  /** Determinants are at event loggers, which drop those before checkpoints. */
  private void recoverWithDeterminantsElsewhere(String level) throws Exception {
    boolean isQuorum = level.equals("quorum");
    Plan plan =
        new Plan(jobs.directory().resolve("plan"))
            .kill(new PlacedKill(0, 1, Place.PRUNING, 1))
            .kill(new PlacedKill(1, 1, Place.NEEDED, 2))
            .kill(new PlacedKill(1, 2, Place.NEEDED, 3))
            .kill(new PlacedKill(0, 2, Place.PRUNING, 1));
    Job job =
        jobs.start(
            JobSpec.of(Downpour.class, Integer.toString(SOME_MIB), "0", "lots")
                .ranks(2)
                .jvm("-Dft.log.segment=1", "-Dft.log.memory=0", plan.jvmArgument())
                .with(
                    isQuorum
                        ? new String[] {"--loggers", "3"}
                        : new String[] {"--durability", level})
                .with("--checkpoint-every", "100ms", "--keep"));
    if (!isQuorum) {
      job.awaitOrEnd("a kill", () -> !plan.hits().isEmpty());
      Job.kill(job.logger());
    }
    Result result = job.lateResult();
    System.out.println("killed " + plan.hits());
    assertThat(result.exitCode()).as(result.errText()).isZero();
    String expected = Long.toString(Downpour.result(SOME_MIB));
    assertThat(result.out(0)).containsExactly(expected);
    assertThat(result.out(1)).containsExactly(expected);
    assertThat(plan.missed()).isEmpty();
    Path directory = new Recorded(job).directory();
    assertThat(firstSegment(directory.resolve("channels").resolve("0-1"))).isPositive();
    for (int rank = 0; rank < 2; rank++) {
      assertThat(pruned(directory, rank + ".records")).as("rank " + rank).isPositive();
    }
  }

  /** How many of those files begin with records that are needed no more. */
  private static long pruned(Path directory, String name) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.getFileName().toString().equals(name))
          .filter(PruningIT::beginsWithoutRecords)
          .count();
    }
  }

  private static boolean beginsWithoutRecords(Path file) {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return in.readInt() == ENTRY_WITHOUT_RECORDS;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long firstSegment(Path journal) throws IOException {
    try (Stream<Path> all = Files.list(journal)) {
      return all.map(segment -> segment.getFileName().toString().split("-")[0])
          .mapToLong(Long::parseLong)
          .min()
          .orElseThrow();
    }
  }
}
