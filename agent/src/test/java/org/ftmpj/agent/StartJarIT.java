package org.ftmpj.agent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.ftmpj.agent.programs.Clock;
import org.ftmpj.agent.programs.Ends;
import org.ftmpj.agent.programs.Greedy;
import org.ftmpj.agent.programs.InitsDevice;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Rotated(
    kind = "starts and ends of the agent",
    turns = {1, 3, 5, 7})
class StartJarIT {
  @TempDir Path directory;

  @Test
  void shouldSayInOneLineWhatIsOn() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(Ends.class, "return");
    assertThat(result.rawErr())
        .matches(
            "ftmpj \\S+: rank 0 of 1, incarnation 1, durability process, MPJ Express 0.44, Java "
                + System.getProperty("java.version")
                + "\n");
  }

  @Test
  void shouldChangeClassesOfTheJdkSoThatTheyVerify() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory)
            .jvm("-XX:+UnlockDiagnosticVMOptions")
            .jvm("-XX:+BytecodeVerificationLocal")
            .run(Ends.class, "return");
    assertThat(result.status()).as(result.rawErr()).isZero();
    assertThat(result.rawErr().lines()).singleElement().asString().contains("rank 0 of 1");
  }

  @Test
  void shouldRepeatInTheNextIncarnationWhatTheClocksSaid() throws Exception {
    Path job = Files.createDirectory(directory.resolve("job"));
    Path goOn = directory.resolve("go on");
    RankProcess first = RankProcess.in(job);
    Process process = first.start(Clock.class, goOn.toString());
    await().until(() -> first.logged(OutputRecord.OUT).endsWith("waiting\n"));
    process.destroyForcibly();
    RankProcess.Result killed = first.await(process);
    assertThat(killed.exitRecord()).isEmpty();

    Files.createFile(goOn);
    RankProcess.Result again = RankProcess.in(job).incarnation(2).run(Clock.class, goOn.toString());

    assertThat(again.status()).as(again.rawErr()).isZero();
    assertThat(again.out()).isEqualTo(killed.out() + "done\n");
    assertThat(again.err()).isEqualTo(killed.err());
    assertThat(again.rawErr()).isEmpty();
    assertThat(RecoveryReport.read(first.layout().recovered(0, 2)))
        .get()
        .satisfies(
            report -> {
              assertThat(report.determinants()).isEqualTo(12);
              assertThat(report.outputBytesDropped())
                  .isEqualTo(killed.out().length() + killed.err().length());
              assertThat(report.milliseconds()).isBetween(1L, 60_000L);
            });
  }

  @Test
  void shouldDoNothingOutsideAJob() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory)
            .unset("FT_JOB_DIR")
            .set("FT_LOG_LEVEL", "wrong")
            .run(Ends.class, "exit");
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.rawOut()).isEqualTo("running" + System.lineSeparator());
    assertThat(result.rawErr().lines())
        .singleElement()
        .asString()
        .startsWith("ftmpj: FTMPJ-1002: ")
        .contains("FT_JOB_DIR", "not protected");
  }

  /** Child processes have the rank's environment, and perhaps its agent. */
  @Test
  void shouldDoNothingInAChildProcessOfARank() throws Exception {
    RankProcess rank = RankProcess.in(directory).set("FTMPJ_START", "a");
    assertThat(rank.run(Ends.class, "return").exitRecord()).isPresent();
    Files.delete(rank.layout().exitRecord(0));
    RankProcess.Result child = rank.run(Ends.class, "exit");
    assertThat(child.status()).isEqualTo(3);
    assertThat(child.exitRecord()).isEmpty();
    assertThat(child.rawErr()).isEmpty();
    assertThat(rank.set("FTMPJ_START", "b").run(Ends.class, "return").exitRecord()).isPresent();
  }

  @Test
  void shouldDoNothingInToolsOfTheJdk() throws Exception {
    for (String tool : List.of("java", "javac")) {
      ProcessBuilder process =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", tool).toString(), "-version");
      process
          .environment()
          .put("JAVA_TOOL_OPTIONS", "-javaagent:" + RankProcess.AGENT.toAbsolutePath());
      Process started = process.redirectErrorStream(true).start();
      String said = new String(started.getInputStream().readAllBytes(), UTF_8);
      assertThat(started.waitFor()).as(said).isZero();
      assertThat(said).doesNotContain("FTMPJ");
    }
  }

  @Test
  void shouldRefuseTheDeviceOfC() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(InitsDevice.class, "native");
    assertStopped(result, ErrorCode.UNSUPPORTED_DEVICE);
  }

  @Test
  void shouldSayThatAnotherDeviceIsReplaced() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(InitsDevice.class, "multicore");
    assertThat(result.status()).as(result.rawErr()).isZero();
    assertThat(result.out()).startsWith("rank 0 of 1");
    assertThat(result.rawErr()).contains("names the device multicore");
  }

  @Test
  void shouldReportAllWrongOptionsAtOnce() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory)
            .agentArguments("durabilty=host")
            .jvm("-Dft.log.level=loud")
            .set("FT_SUPERVISED", "perhaps")
            .run(Ends.class, "return");
    assertThat(result.status()).isEqualTo(70);
    assertThat(result.rawErr().lines())
        .singleElement()
        .asString()
        .contains("FTMPJ-1001", "durabilty, did you mean durability?", "loud", "perhaps");
  }

  @Test
  void shouldRefuseToStartTwice() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory)
            .jvm("-javaagent:" + RankProcess.AGENT.toAbsolutePath())
            .agentArguments("log.level=info")
            .run(Ends.class, "return");
    assertStopped(result, ErrorCode.AGENT_TWICE);
  }

  /** By JAVA_TOOL_OPTIONS and by the launcher. */
  @Test
  void shouldStartOnceIfTheSecondAgentHasNoArguments() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory)
            .jvm("-javaagent:" + RankProcess.AGENT.toAbsolutePath())
            .run(Ends.class, "return");
    assertThat(result.status()).as(result.rawErr()).isZero();
    assertThat(result.exitRecord()).isPresent();
  }

  @Test
  void shouldReadThePropertiesFile() throws Exception {
    Path file = directory.resolve("ft.properties");
    Files.writeString(file, "ft.log.level=error\n");
    RankProcess.Result without = RankProcess.in(directory).run(Ends.class, "return");
    assertThat(without.rawErr()).contains("rank 0 of 1");
    RankProcess.Result result =
        RankProcess.in(directory).agentArguments("config=" + file).run(Ends.class, "return");
    assertThat(result.status()).isZero();
    assertThat(result.rawErr()).isEmpty();
  }

  @Test
  void shouldRefuseAProgramWithoutMpjExpress() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).mpjExpress().run(Ends.class, "return");
    assertStopped(result, ErrorCode.NO_MPJ_EXPRESS);
  }

  @Test
  void shouldRefuseAnMpjExpressOfAnotherShape() throws Exception {
    Path changed = directory.resolve("mpj.jar");
    renameInClass(
        changed, "mpi/Request.class", Map.of("Waitsome", "Waitsame", "Testany", "Testone"));
    RankProcess.Result result =
        RankProcess.in(directory).mpjExpress(changed).run(Ends.class, "return");
    assertStopped(result, ErrorCode.UNKNOWN_MPJ_EXPRESS);
    assertThat(result.rawErr())
        .contains("missing mpi/Request static-method Waitsome")
        .contains("missing mpi/Request static-method Testany")
        .contains("mpj.jar");
  }

  @Test
  void shouldNoticeThatAnotherAgentWasFirst() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory).jvm("-javaagent:" + greedyAgent()).run(Ends.class, "return");
    assertStopped(result, ErrorCode.NOT_WOVEN);
    assertThat(result.rawErr())
        .contains("mpi.Request.Waitany does not call FTMPJ")
        .contains("mpi.Request.Testall does not call FTMPJ")
        .contains("mpjdev.javampjdev.MPJDev was loaded unwoven");
  }

  private static void assertStopped(RankProcess.Result result, ErrorCode code) {
    assertThat(result.status()).as(result.rawErr()).isEqualTo(70);
    assertThat(result.rawErr()).contains(code + ": ");
    assertThat(result.exitRecord())
        .get()
        .isInstanceOfSatisfying(
            ExitRecord.FailStop.class, stop -> assertThat(stop.code()).isEqualTo(code));
    assertThat(result.out()).isEmpty();
  }

  /** A copy of MPJ Express with other names, of the same length, in one class. */
  private static void renameInClass(Path to, String className, Map<String, String> names)
      throws IOException {
    Path from =
        Path.of(mpi.MPI.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (JarFile jar = new JarFile(from.toFile());
        OutputStream file = Files.newOutputStream(to);
        JarOutputStream out = new JarOutputStream(file)) {
      for (JarEntry entry : jar.stream().toList()) {
        byte[] content;
        try (InputStream in = jar.getInputStream(entry)) {
          content = in.readAllBytes();
        }
        if (entry.getName().equals(className)) {
          String text = new String(content, ISO_8859_1);
          for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace(name.getKey(), name.getValue());
          }
          content = text.getBytes(ISO_8859_1);
        }
        out.putNextEntry(new JarEntry(entry.getName()));
        out.write(content);
      }
    }
  }

  private Path greedyAgent() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", Greedy.class.getName());
    Path jar = directory.resolve("greedy.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      String name = Greedy.class.getName().replace('.', '/') + ".class";
      out.putNextEntry(new JarEntry(name));
      try (InputStream in = Greedy.class.getClassLoader().getResourceAsStream(name)) {
        in.transferTo(out);
      }
    }
    return jar;
  }
}
