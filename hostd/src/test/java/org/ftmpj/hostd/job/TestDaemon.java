package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.supervisor.job.LoggerJvm;

/** A host's daemon in this process, whose ranks are shell scripts. */
final class TestDaemon {
  static final String SECRET = "0123456789abcdef0123456789abcdef";

  /** Ends as a rank does whose program ends with 0. */
  static final String END =
      "printf 'ftmpj-exit 1\\nPROGRAM %s 0\\n\\n' $FT_INCARNATION > $FT_JOB_DIR/exit/$FT_RANK;";

  private final CompletableFuture<Void> end;

  private TestDaemon(CompletableFuture<Void> end) {
    this.end = end;
  }

  /** Looks for a coordinator every few milliseconds. */
  static SearchTimes quickly(Duration longest) {
    return quickly(longest, longest);
  }

  /** The same, with another limit where nobody may be left to answer. */
  static SearchTimes quickly(Duration longest, Duration brief) {
    return new SearchTimes(Duration.ofMillis(5), longest, brief);
  }

  /**
   * Starts it.
   *
   * @param script that each rank runs
   * @param agreement of the job
   * @param successors is told which term the daemon has claimed
   */
  static TestDaemon start(
      MemoryHub hub,
      int host,
      String script,
      LocalAgreement agreement,
      LongConsumer successors,
      SearchTimes times) {
    return start(hub, host, script, agreement, successors, times, LogQuota.ofMib(0));
  }

  /** The same of a job whose logs have that quota. */
  static TestDaemon start(
      MemoryHub hub,
      int host,
      String script,
      LocalAgreement agreement,
      LongConsumer successors,
      SearchTimes times,
      LogQuota quota) {
    HostServices services =
        new HostServices(
            hub.sessionsOf(host),
            (order, environment, rank, incarnation) -> {
              ProcessBuilder command = new ProcessBuilder("sh", "-c", script);
              environment.addTo(command.environment(), rank, incarnation);
              return command;
            },
            (order, layout) -> {},
            SECRET,
            new LoggerJvm(arguments -> new ProcessBuilder("false"), Path.of("none"), List.of()),
            new LogLimits(0, 10, Options.LOG_SEGMENT.defaultValue(), quota),
            Optional.empty(),
            new TestSuccession(agreement.another(), successors));
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> {
              try {
                new HostDaemon(services, times).run(List.of(MemoryHub.address(0)));
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            },
            task -> new Thread(task, "daemon " + host).start());
    return new TestDaemon(end);
  }

  private record TestSuccession(Agreement agreement, LongConsumer successors)
      implements Succession {
    @Override
    public Agreement agreement(JobLayout layout, Loggers loggers) {
      return agreement;
    }

    @Override
    public BooleanSupplier start(JobOrder order, long term, Loggers loggers) {
      successors.accept(term);
      return () -> false;
    }
  }

  boolean hasEnded() {
    return end.isDone();
  }

  /** Waits until it has ended as it should. */
  void awaitEnd() {
    try {
      end.get(120, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until it has ended with an error. */
  FtmpjException awaitError() {
    try {
      end.get(120, TimeUnit.SECONDS);
      throw new AssertionError("the daemon has ended without an error");
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(FtmpjException.class);
      return (FtmpjException) e.getCause();
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
