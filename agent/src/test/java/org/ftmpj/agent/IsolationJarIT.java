package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.ftmpj.agent.programs.Libraries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationJarIT {
  private static final Path OTHER_VERSIONS = Path.of(System.getProperty("other.versions"));

  @TempDir Path directory;

  @Test
  void shouldLetAProgramHaveItsOwnVersions() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory)
            .libraries(otherVersions())
            .jvm("-Dslf4j.provider=no.such.Provider")
            .run(Libraries.class);
    assertThat(result.status()).as(result.rawErr()).isZero();
    assertThat(result.out().lines())
        .contains(
            "received 42",
            "org.slf4j.LoggerFactory slf4j-api-1.7.36.jar",
            "org.objectweb.asm.ClassReader asm-9.7.jar",
            "net.bytebuddy.ByteBuddy byte-buddy-1.15.11.jar",
            "net.openhft.chronicle.core.Jvm chronicle-core-2026.3.jar",
            "net.openhft.chronicle.queue.ChronicleQueue none",
            "properties [slf4j.provider]");
    assertThat(result.rawOut()).isEmpty();
    // Chronicle can ask for the stacks of all threads, which is named.
    assertThat(result.rawErr().lines().filter(line -> !line.contains("FTMPJ-1211"))).hasSize(1);
  }

  @Test
  void shouldShowAProgramNoneOfOurs() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(Libraries.class);
    assertThat(result.status()).as(result.rawErr()).isZero();
    assertThat(result.out().lines())
        .containsExactly(
            "received 42",
            "org.slf4j.LoggerFactory none",
            "org.objectweb.asm.ClassReader none",
            "net.bytebuddy.ByteBuddy none",
            "net.openhft.chronicle.core.Jvm none",
            "net.openhft.chronicle.queue.ChronicleQueue none",
            "org.ftmpj.protocol.rank.RankSession none",
            "org.ftmpj.agent.Agent none",
            "services false",
            "class file false",
            "version false",
            "properties []");
  }

  @Test
  void shouldLeaveNothingBehindOutsideTheJob() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path job = Files.createDirectory(directory.resolve("job"));
    RankProcess.in(job).jvm("-Djava.io.tmpdir=" + temporary).run(Libraries.class);
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void shouldHaveOnlyEntryAndBridgeInSightOfTheProgram() throws IOException {
    try (JarFile jar = new JarFile(RankProcess.AGENT.toFile())) {
      List<String> classes =
          jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).toList();
      assertThat(classes)
          .isNotEmpty()
          .allMatch(
              name ->
                  name.startsWith("org/ftmpj/agent/entry/")
                      || name.startsWith("org/ftmpj/interceptors/bridge/")
                      || name.startsWith("org/ftmpj/checkpoint/bridge/"));
      byte[] premain =
          jar.getInputStream(jar.getEntry("org/ftmpj/agent/entry/Premain.class")).readAllBytes();
      assertThat(premain[7])
          .as("class file version of Premain, for old Javas")
          .isEqualTo((byte) 52);
    }
  }

  @Test
  void shouldHaveNothingThatServesMetricsOrSaysWhatRanksDoNot() throws IOException {
    try (JarFile jar = new JarFile(RankProcess.AGENT.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .anyMatch(name -> name.startsWith("inst/org/ftmpj/logger/"))
          .noneMatch(name -> name.startsWith("inst/io/"))
          .noneMatch(name -> name.startsWith("inst/tools/"));
    }
  }

  private static List<Path> otherVersions() throws IOException {
    try (Stream<Path> jars = Files.list(OTHER_VERSIONS)) {
      List<Path> all = jars.map(Path::toAbsolutePath).toList();
      assertThat(all).hasSize(5);
      return all;
    }
  }
}
