package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thousands of strangers at the ports at which the event loggers of a job agree. */
@Rotated(kind = "networks", turns = 4)
class AgreementPortIT {
  /** At each port; more than a logger has descriptors. */
  private static final int STRANGERS = 1_500;

  private static final int DESCRIPTORS = 400;

  /** What a logger holds open for strangers, and for connections of its job that come meanwhile. */
  private static final int SOME = 200;

  private static final String WARNING = "At the port where event loggers agree: ";

  /** Between two warnings. */
  private static final int WARNING_S = 10;

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldHaveNoEffectOnAJob() throws Exception {
    List<SocketChannel> strangers = new ArrayList<>();
    try (EventLoggers loggers = EventLoggers.start(jobs.directory(), 1, withFewDescriptors())) {
      LocalHosts hosts = LocalHosts.in(jobs.directory());
      EndlessJob rounds = EndlessJob.start(jobs, 2, spec -> hosts.on("a,b", loggers.of(spec)));
      Job job = rounds.job();
      job.awaitOrEnd("that it can be taken over", () -> job.notices("goes on without this") > 0);
      int[] before = new int[EventLoggers.MEMBERS];
      for (int logger = 0; logger < before.length; logger++) {
        before[logger] = descriptors(loggers.handle(logger));
      }
      long beganNs = System.nanoTime();
      for (int logger = 0; logger < before.length; logger++) {
        InetSocketAddress port = agreementPort(loggers.handle(logger), loggers.port(logger));
        for (int i = 0; i < STRANGERS; i++) {
          strangers.add(SocketChannel.open(port));
        }
      }
      rounds.awaitMore(20);
      requireFewDescriptors(loggers, before);
      // It is not busy with those that stay.
      Duration one = processorTime(loggers.handle(0));
      rounds.awaitMore(100);
      long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNs);
      System.out.println(
          "Processor time of a logger meanwhile: "
              + one
              + " to "
              + processorTime(loggers.handle(0))
              + ", after "
              + seconds
              + " s");
      for (int logger = 0; logger < before.length; logger++) {
        assertThat(warnings(loggers, logger)).hasSizeBetween(1, (int) (1 + seconds / WARNING_S));
      }
      rounds.end();
      loggers.requireEmpty(0, 1, 2);
    } finally {
      for (SocketChannel stranger : strangers) {
        stranger.close();
      }
    }
  }

  private static EventLoggers.Places withFewDescriptors() {
    return new EventLoggers.Places() {
      @Override
      public String address(int logger) {
        return InetAddress.getLoopbackAddress().getHostAddress();
      }

      @Override
      public List<String> on(int logger, List<String> command) {
        String limit = "--nofile=" + DESCRIPTORS + ":" + DESCRIPTORS;
        return Stream.concat(Stream.of("prlimit", limit), command.stream()).toList();
      }
    };
  }

  private static void requireFewDescriptors(EventLoggers loggers, int[] before) {
    for (int logger = 0; logger < before.length; logger++) {
      int now = descriptors(loggers.handle(logger));
      System.out.println("Descriptors of a logger: " + before[logger] + ", then " + now);
      assertThat(now).isLessThan(before[logger] + SOME);
    }
  }

  private static int descriptors(ProcessHandle process) {
    return Path.of("/proc", "" + process.pid(), "fd").toFile().list().length;
  }

  private static Duration processorTime(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow();
  }

  private static List<String> warnings(EventLoggers loggers, int logger) throws IOException {
    return loggers.errors(logger).stream().filter(line -> line.contains(WARNING)).toList();
  }

  /** Where that process listens, too. */
  private static InetSocketAddress agreementPort(ProcessHandle process, int other)
      throws IOException {
    Process ss = new ProcessBuilder("ss", "-ltnpH").redirectErrorStream(true).start();
    String listening = new String(ss.getInputStream().readAllBytes());
    Matcher found = Pattern.compile(":(\\d+) .*pid=" + process.pid() + ",").matcher(listening);
    while (found.find()) {
      int port = Integer.parseInt(found.group(1));
      if (port != other) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      }
    }
    throw new AssertionError("It listens at no other port than " + other + ":\n" + listening);
  }
}
