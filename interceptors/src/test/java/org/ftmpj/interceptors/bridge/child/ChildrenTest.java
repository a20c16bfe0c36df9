package org.ftmpj.interceptors.bridge.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.ValueHooks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildrenTest {
  @TempDir Path directory;

  private final RepeatedValues rank = new RepeatedValues();
  private ValueHooks before;

  @BeforeEach
  void install() {
    before = Recorded.hooks();
    Recorded.install(rank);
  }

  @AfterEach
  void uninstall() {
    Children.restart();
    if (before != null) {
      Recorded.install(before);
    }
  }

  private Process shell(String script) throws IOException {
    return ChildStarts.start(builder(script));
  }

  private ProcessBuilder builder(String script) {
    return new ProcessBuilder("sh", "-c", script).directory(directory.toFile());
  }

  private String file(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  private static String read(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void whatHasEndedIsNotRunAgain() throws Exception {
    String script = "echo ran >> runs; echo out; echo err >&2; exit 3";
    Process first = shell(script);
    assertThat(read(first)).isEqualTo("out\n");
    int code = first.waitFor();
    String text = first.toString();

    rank.die();
    Process second = shell(script);
    assertThat(read(second)).isEqualTo("out\n");
    assertThat(second.waitFor()).isEqualTo(code).isEqualTo(3);
    assertThat(second).hasToString(text);
    assertThat(second.pid()).isEqualTo(first.pid());
    // Past the record: what was not read by then is there.
    assertThat(new String(second.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("err\n");
    assertThat(second.isAlive()).isFalse();
    assertThat(file("runs")).isEqualTo("ran\n");
  }

  @Test
  void whatHasClosedItsOutputHasEnded() throws Exception {
    String script = "echo ran >> runs; echo out";
    assertThat(read(shell(script))).isEqualTo("out\n");

    rank.die();
    Process again = shell(script);
    assertThat(read(again)).isEqualTo("out\n");
    assertThat(again.exitValue()).isZero();
    assertThat(file("runs")).isEqualTo("ran\n");
  }

  @Test
  void whatHadNotEndedIsRunAgainWithItsInput() throws Exception {
    String script = "echo ran >> runs; while read x; do echo got $x; done; echo end";
    Process first = shell(script);
    BufferedReader from = first.inputReader();
    write(first.getOutputStream(), "a\n");
    assertThat(from.readLine()).isEqualTo("got a");
    write(first.getOutputStream(), "b\n");

    rank.die();
    Process second = shell(script);
    BufferedReader again = second.inputReader();
    write(second.getOutputStream(), "a\n");
    assertThat(again.readLine()).isEqualTo("got a");
    write(second.getOutputStream(), "b\n");
    assertThat(again.readLine()).isEqualTo("got b");
    write(second.getOutputStream(), "c\n");
    second.getOutputStream().close();
    assertThat(again.readLine()).isEqualTo("got c");
    assertThat(again.readLine()).isEqualTo("end");
    assertThat(again.readLine()).isNull();
    assertThat(second.waitFor()).isZero();
    assertThat(file("runs")).isEqualTo("ran\nran\n");
    assertThat(ProcessHandle.of(first.pid()).map(ProcessHandle::isAlive))
        .isNotEqualTo(Optional.of(true));
    assertThat(rank.difference).hasValue(null);
  }

  private static void write(OutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.UTF_8));
    to.flush();
  }

  @Test
  void whatIsRunAgainHasToWriteTheSame() throws Exception {
    String script = "echo ran >> runs; wc -l < runs; sleep 100";
    assertThat(shell(script).inputReader().readLine().strip()).isEqualTo("1");

    rank.die();
    Process again = shell(script);
    assertThat(again.inputReader().readLine().strip()).isEqualTo("1");
    assertThat(again.isAlive()).isTrue();
    while (rank.difference.get() == null) {
      Thread.onSpinWait();
    }
    assertThat(rank.difference.get()).contains("sh -c", "something else in its first 2 bytes");
    again.destroyForcibly().waitFor();
  }

  @Test
  void whatWasDestroyedIsNotRunAgain() throws Exception {
    String script = "echo ran >> runs; echo up; sleep 100";
    Process first = shell(script);
    assertThat(first.inputReader().readLine()).isEqualTo("up");
    first.destroyForcibly();

    rank.die();
    Process again = shell(script);
    assertThat(again.inputReader().readLine()).isEqualTo("up");
    again.destroyForcibly();
    assertThat(again.waitFor()).isEqualTo(137);
    assertThat(file("runs")).isEqualTo("ran\n");
  }

  @Test
  void whatHasEndedUnnoticedIsNotRunAgainOnceAnotherIsStarted() throws Exception {
    shell("echo ran >> runs");
    while (!Files.exists(directory.resolve("runs"))) {
      Thread.onSpinWait();
    }
    shell("true").waitFor();
    shell("true").waitFor();

    rank.die();
    shell("echo ran >> runs");
    shell("true").waitFor();
    shell("true").waitFor();
    Children.restart();
    assertThat(file("runs")).isEqualTo("ran\n");
  }

  @Test
  void severalThreadsStartProcessesAtOnce() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<Integer>> codes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      codes.add(pool.submit(() -> shell("exit 3").waitFor()));
    }
    for (Future<Integer> code : codes) {
      assertThat(code.get()).isEqualTo(3);
    }
    pool.shutdown();
  }

  @Test
  void theEndOfAProcessCountsThoughItsThreadHasNotGoneOn() {
    Children.repeat();
    Child child = new Child(new ChildStart(List.of()), 0, 5, 7);
    byte[] nothing = {};
    Children.ended(child.identity(), new ChildOutcome.End(3, nothing, 0, nothing, 0));
    Children.begin(List.of(child), List.of());
    assertThat(child.end().code()).isEqualTo(3);
    assertThat(Children.running()).doesNotContain(child);
  }

  @Test
  void whatIsMadeAgainAndWasRemovedIsRemovedAgain() throws Exception {
    String script = "echo made > made; read x";
    String made = directory.resolve("made").toString();
    shell(script);
    rank.die();
    Children.repeat();
    Process again = shell(script);
    Children.removed(made);
    Children.restart();
    again.getOutputStream().close();
    assertThat(again.waitFor()).isEqualTo(1);
    while (rank.removedAgain.isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(rank.removedAgain).containsExactly(made);
  }

  @Test
  void whatCannotBeStartedCannotAgain() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("no-such-command-at-all");
    assertThatThrownBy(() -> ChildStarts.start(builder)).isInstanceOf(IOException.class);
    rank.die();
    assertThatThrownBy(() -> ChildStarts.start(builder))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot run program \"no-such-command-at-all\"")
        .hasRootCauseMessage("error=2, No such file or directory");
    assertThat(rank.isRepeating()).isFalse();
    assertThatThrownBy(() -> Executions.exec(Runtime.getRuntime(), ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatItHasAppendedIsThereOnce() throws Exception {
    Files.writeString(directory.resolve("log"), "before\n");
    String script = "echo begun; read x; echo ended";
    ProcessBuilder builder =
        builder(script)
            .redirectOutput(Redirect.appendTo(directory.resolve("log").toFile()))
            .redirectErrorStream(true);
    Process first = ChildStarts.start(builder);
    assertThat(first.getInputStream().read()).isEqualTo(-1);
    while (!file("log").contains("begun")) {
      Thread.onSpinWait();
    }

    rank.die();
    Process again = ChildStarts.start(builder);
    write(again.getOutputStream(), "x\n");
    assertThat(again.waitFor()).isZero();
    assertThat(file("log")).isEqualTo("before\nbegun\nended\n");
  }

  @Test
  void aPipelineIsRunAgainAsAWhole() throws Exception {
    List<ProcessBuilder> builders =
        List.of(builder("echo ran >> runs; cat"), builder("tr a-z A-Z"));
    List<Process> first = ChildStarts.startPipeline(builders);
    write(first.get(0).getOutputStream(), "ab\n");

    rank.die();
    List<Process> again = ChildStarts.startPipeline(builders);
    write(again.get(0).getOutputStream(), "ab\n");
    again.get(0).getOutputStream().close();
    assertThat(read(again.get(1))).isEqualTo("AB\n");
    assertThat(again.get(0).waitFor()).isZero();
    assertThat(file("runs")).isEqualTo("ran\nran\n");
  }

  @Test
  void environmentAndDirectoryOfAnExecutionAreItsOwn() throws Exception {
    Process process =
        Executions.exec(
            Runtime.getRuntime(),
            new String[] {"sh", "-c", "echo $A-$HOME; pwd"},
            new String[] {"A=1", "nothing"},
            directory.toFile());
    assertThat(read(process)).isEqualTo("1-\n" + directory.toRealPath() + "\n");
    assertThat(process.onExit().get()).isSameAs(process);
    ProcessHandle handle = process.toHandle();
    assertThat(handle.pid()).isEqualTo(process.pid());
    assertThat(handle.isAlive()).isFalse();
    assertThat(handle).isEqualTo(process.toHandle());
  }
}
