package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ftmpj.it.cluster.Manifest;
import org.ftmpj.it.cluster.Pods;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.net.TestHosts;
import org.ftmpj.it.program.ReadsInput;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.ftmpj.testnet.HostsNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What `deploy` holds for Kubernetes and YARN, run as these would run it. */
class KubernetesIT {
  private static final int FTMPJ_ERROR = 70;
  private static final Path DEPLOY = Installation.root().resolve("deploy");
  private static final String LAUNCHER = "ring-launcher";
  private static final String HOSTS = "ring-hosts";

  @RegisterExtension final Jobs jobs = new Jobs();

  private static Manifest manifest() throws IOException {
    return Manifest.read(DEPLOY.resolve("kubernetes/ring.yaml"));
  }

  /** A program of which the test decides when it ends. */
  private static String instead(String word) {
    return switch (word) {
      case "org.ftmpj.samples.ring.Ring" -> ReadsInput.class.getName();
      case "/opt/ftmpj/samples" -> Installation.programs().toString();
      default -> word;
    };
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 3)
  void shouldRunTheJobOfTheManifestAndTurnATwinAway() throws Exception {
    List<String> names = List.of("launcher.ring", "ring-hosts-0.ring", "ring-hosts-1.ring");
    try (HostsNetwork network = TestHosts.of(4)) {
      Pods pods = new Pods(manifest(), network, jobs.directory(), names);
      try (Command first = pods.start(HOSTS, 1, 0, UnaryOperator.identity());
          Command second = pods.start(HOSTS, 2, 1, UnaryOperator.identity());
          Command launcher = pods.start(LAUNCHER, 0, 0, KubernetesIT::instead)) {
        launcher.awaitLine("read -1");
        try (Command twin = pods.start(HOSTS, 3, 1, UnaryOperator.identity())) {
          Result refused = twin.result();
          assertThat(refused.exitCode()).as(refused.errText()).isEqualTo(FTMPJ_ERROR);
          assertThat(refused.errText())
              .contains("FTMPJ-1701", "has no part in this session any more");
        }
        launcher.endInput();
        Result result = launcher.result();
        assertThat(result.exitCode()).as(result.errText()).isZero();
        assertThat(result.out(0)).containsExactly("read null, 0 more", "got null");
        assertThat(result.out(3)).containsExactly("read -1", "got null");
        assertThat(first.result().exitCode()).isZero();
        assertThat(second.result().exitCode()).isZero();
      }
    }
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 6)
  void shouldGiveEachPodTheNameAndTheSecretThatTheOthersExpect() throws IOException {
    Manifest manifest = manifest();
    Object service = manifest.at("Service", "ring", "metadata", "name");
    Map<?, ?> selected = (Map<?, ?>) manifest.at("Service", "ring", "spec", "selector");
    for (String job : List.of(LAUNCHER, HOSTS)) {
      assertThat(manifest.ofPods(job, "subdomain")).isEqualTo(service);
      assertThat(manifest.at("Job", job, "spec", "template", "metadata", "labels"))
          .isEqualTo(selected);
      assertThat(manifest.ofPods(job, "containers", 0, "volumeMounts", 0, "mountPath"))
          .isEqualTo("/run/ftmpj");
      assertThat(manifest.ofPods(job, "restartPolicy")).isEqualTo("Never");
    }
    assertThat(manifest.ofPods(LAUNCHER, "hostname")).isEqualTo("launcher");
    assertThat(manifest.at("Job", LAUNCHER, "spec", "backoffLimit")).isEqualTo(0);
    assertThat(manifest.at("Job", HOSTS, "spec", "podReplacementPolicy")).isEqualTo("Failed");
    assertThat(manifest.at("Job", HOSTS, "spec", "completionMode")).isEqualTo("Indexed");
    List<String> words = manifest.command(LAUNCHER, "ftmpj", Map.of());
    String hosts = words.get(words.indexOf("--hosts") + 1);
    assertThat(manifest.at("Job", HOSTS, "spec", "completions")).isEqualTo(hosts.split(",").length);
    assertThat(words.get(words.size() - 1)).isEqualTo(Ring.class.getName());
  }

  /** What is copied into the image is all that the command needs, without building anything. */
  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 6)
  void shouldHaveInItsImageWhatTheCommandNeeds() throws Exception {
    Path image = jobs.directory().resolve("image");
    try (Stream<String> lines = Files.lines(DEPLOY.resolve("Containerfile"))) {
      for (String line :
          lines.filter(line -> line.startsWith("COPY --from=build /src/")).toList()) {
        String[] words = line.split(" ");
        copy(words[2].substring("/src/".length()), words[3], image);
      }
    }
    Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin", "JAVA_HOME", home());
    List<String> words = List.of("bash", image.resolve("opt/ftmpj/ftmpj").toString(), "--version");
    try (Command version = Command.of(environment, words)) {
      Result result = version.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(result.errText()).isEmpty();
      assertThat(result.out().get(0).text()).startsWith("ftmpj ");
    }
  }

  private static String home() {
    return System.getProperty("java.home");
  }

  /** As into an image; but for the script, which looks where it is, a link will do. */
  private static void copy(String source, String destination, Path image) throws IOException {
    Path from = Installation.root().resolve(source);
    Path to = image.resolve(destination.substring(1));
    to = destination.endsWith("/") ? to.resolve(from.getFileName()) : to;
    Files.createDirectories(to.getParent());
    if (source.equals(".mpj/built")) {
      Files.createFile(to);
    } else if (source.equals("ftmpj")) {
      Files.copy(from, to);
    } else {
      assertThat(from).exists();
      Files.createSymbolicLink(to, from);
    }
  }

  @Test
  void shouldTakeTheNumberThatYarnGives() throws Exception {
    Path script = DEPLOY.resolve("yarn/host.sh");
    Map<String, String> environment = Map.of("FTMPJ", "echo", "YARN_SHELL_ID", "2");
    List<String> words = List.of(script.toString(), "gateway:7100", "/home/me/secret");
    try (Command host = Command.of(environment, words)) {
      Result result = host.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(Arrays.asList(result.out().get(0).text().split(" ")))
          .containsExactly(
              "hostd",
              "--join",
              "gateway:7100",
              "--number",
              "2",
              "--secret-file",
              "/home/me/secret");
    }
  }
}
