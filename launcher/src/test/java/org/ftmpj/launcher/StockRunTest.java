package org.ftmpj.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.ftmpj.launcher.sample.Exits;
import org.ftmpj.launcher.sample.Greeting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ftmpj run --stock} with real processes and MPJ Express's own device. */
@Timeout(300)
class StockRunTest {

  @TempDir Path directory;

  @Test
  void shouldRunAProgramWithItsArguments() throws Exception {
    try (Ftmpj ftmpj = run("-np", "3", "--label", main(Greeting.class), "-x", "-np", "a b;c", "")) {
      assertThat(ftmpj.exitCode()).as(ftmpj.err()).isZero();
      assertThat(ftmpj.out())
          .isEqualTo("[0] from 1: [-x, -np, a b;c, ]\n[0] from 2: [-x, -np, a b;c, ]\n");
      assertThat(ftmpj.err().lines())
          .containsExactlyInAnyOrder(
              "[0] rank 0 of 3 says goodbye",
              "[1] rank 1 of 3 says goodbye",
              "[2] rank 2 of 3 says goodbye");
    }
  }

  @Test
  void shouldEndWithTheCodeOfTheFirstRankThatFailsAndStopTheOthers() throws Exception {
    try (Ftmpj ftmpj = run("-np", "3", main(Exits.class), "1", "42")) {
      assertThat(ftmpj.exitCode()).as(ftmpj.err()).isEqualTo(42);
      assertThat(ftmpj.err())
          .contains("rank 1 ended with exit code 42, which ends the job; 2 other");
      assertNothingIsLeft(ftmpj);
    }
  }

  @Test
  void shouldStopEveryRankOnSigterm() throws Exception {
    try (Ftmpj ftmpj = run("-np", "2", main(Exits.class), "none")) {
      await().until(() -> ftmpj.pids().size() == 2);
      Ftmpj.signal("TERM", ftmpj.pid());
      assertThat(ftmpj.exitCode()).isEqualTo(143);
      assertNothingIsLeft(ftmpj);
    }
  }

  @Test
  void shouldLeaveNoRankBehindWhenItIsKilled() throws Exception {
    try (Ftmpj ftmpj = run("-np", "2", main(Exits.class), "none")) {
      await().until(() -> ftmpj.pids().size() == 2);
      Ftmpj.signal("KILL", ftmpj.pid());
      List<Long> pids = ftmpj.pids();
      await().until(() -> pids.stream().noneMatch(Ftmpj::isAlive));
    }
  }

  private Ftmpj run(String... arguments) throws Exception {
    String[] all = new String[arguments.length + 4];
    List.of("run", "--stock", "-cp", Ftmpj.CLASS_PATH).toArray(all);
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return Ftmpj.start(directory, all);
  }

  private static String main(Class<?> program) {
    return program.getName();
  }

  private static void assertNothingIsLeft(Ftmpj ftmpj) {
    assertThat(ftmpj.pids()).noneMatch(Ftmpj::isAlive);
  }
}
