package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.net.NetworkJobs;
import org.ftmpj.it.net.Relay;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.program.KeepsSecrets;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an observer on the network sees of what a program keeps secret. */
@Rotated(kind = "programs and what they see", turns = 4)
class ObserverIT {
  private static final String VARIABLE = "FTMPJ_IT_PASSWORD";
  private static final String COPIES = "--checkpoint-every 200ms --checkpoint-copies partner";

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<String> levels() {
    return Seed.one(
        "what an observer sees", "--durability host", "--loggers 3", "--durability host " + COPIES);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("levels")
  void shouldSeeNothing(String level) throws IOException {
    String password = UUID.randomUUID().toString();
    Path notes = Files.createDirectories(jobs.directory().resolve("seen"));
    Path end = jobs.directory().resolve("end");
    Result result;
    try (HostsNetwork network = TestHosts.of(4);
        Relay first = Relay.at(network, 3, 0, notes);
        Relay second = Relay.at(network, 3, 1, notes)) {
      // The last host connects to all others.
      NetworkJobs hosts =
          new NetworkJobs(network, jobs.directory(), "export " + VARIABLE + "=" + password);
      JobSpec spec = JobSpec.of(KeepsSecrets.class, VARIABLE, end.toString()).ranks(3);
      Job job = jobs.start(hosts.on(spec.with(level.split(" "))));
      if (level.endsWith(COPIES)) {
        // The last host copies to the first.
        job.awaitBeforeEnd("copies of checkpoints", () -> isCopied(job));
      }
      Files.createFile(end);
      result = job.result();
      assertThat(first.cut().connections() + second.cut().connections()).isPositive();
    }
    assertThat(result.exitCode()).as(result.errText()).isZero();
    List<String> keys = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      keys.addAll(result.out(rank));
    }
    assertThat(keys).hasSize(2 * 3);
    String seen = seen(notes);
    assertThat(seen).contains("FTMPJ-HS").doesNotContain(password);
    for (String key : keys) {
      String bytes = new String(HexFormat.of().parseHex(key), StandardCharsets.ISO_8859_1);
      assertThat(seen.contains(bytes)).as("the key %s", key).isFalse();
      assertThat(seen.contains(key)).as("the line %s", key).isFalse();
    }
  }

  private static boolean isCopied(Job job) throws IOException {
    String kept = ".*-h1/partner/h3/2/images/\\d+/.+";
    try (Stream<Path> all = Files.walk(job.temporary())) {
      return all.anyMatch(file -> file.toString().matches(kept));
    } catch (UncheckedIOException removedMeanwhile) {
      return false;
    }
  }

  private static String seen(Path notes) throws IOException {
    try (Stream<Path> files = Files.list(notes)) {
      StringBuilder all = new StringBuilder();
      files.forEach(file -> all.append(text(file)).append('\n'));
      return all.toString();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
