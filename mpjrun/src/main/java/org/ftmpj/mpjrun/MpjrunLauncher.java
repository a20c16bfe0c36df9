package org.ftmpj.mpjrun;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.CopyChoice;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * MPJ Express's own launcher, if that has started this process. Its daemon starts {@code
 * runtime.daemon.Wrapper} for every rank of a job on niodev; in its other modes, ranks are threads.
 */
public final class MpjrunLauncher {
  private static final String WRAPPER = "runtime.daemon.Wrapper";
  private static final String NIODEV = "niodev";

  private static final String HYBRID = "runtime.daemon.HybridStarter";

  private static final Map<String, String> OTHER_MODES =
      Map.of(
          "runtime.starter.MulticoreStarter",
          "multicore (smpdev)",
          "runtime.daemon.MultithreadStarter",
          "multicore (smpdev)",
          HYBRID,
          "hybrid (hybdev)");

  /** A job of many ranks needs time to start. */
  private static final Duration START = Duration.ofSeconds(120);

  private static final Duration GIVE_UP = Duration.ofSeconds(10);

  private final String main;

  private MpjrunLauncher(String main) {
    this.main = main;
  }

  /**
   * Empty if it was not MPJ Express's launcher that started this process, but one of ours did: then
   * the job's options are set.
   */
  public static Optional<MpjrunLauncher> ofThisProcess() {
    if (System.getenv(Options.JOB_DIR.environment()) != null) {
      return Optional.empty();
    }
    String main = System.getProperty("sun.java.command", "").split(" ", 2)[0];
    return main.equals(WRAPPER) || OTHER_MODES.containsKey(main)
        ? Optional.of(new MpjrunLauncher(main))
        : Optional.empty();
  }

  /**
   * Supervises the rank that this process was to be, to its end.
   *
   * @param logs is called with the number of ranks before this process reads and writes logs of the
   *     job, which it does if that is on several hosts
   * @return exit code
   * @throws FtmpjException UNSUPPORTED_DEVICE, and whatever keeps the rank from being started
   */
  public int supervise(Configuration configuration, IntConsumer logs) throws InterruptedException {
    WrapperArguments wrapper;
    OwnCommand own;
    Entrance entrance;
    try {
      own = OwnCommand.read();
      requireNiodev(own.arguments());
      requireSecret(configuration);
      requireNoQuota(configuration);
      wrapper = WrapperArguments.parse(own.arguments());
      entrance = Entrance.of(wrapper, configuration);
    } catch (FtmpjException e) {
      giveUp(e);
      throw e;
    }
    try (entrance) {
      Peers peers =
          new PortExchange(wrapper, START)
              .as(Math.toIntExact(ProcessHandle.current().pid()), entrance);
      peers.requireAll();
      JobHosts hosts = JobHosts.of(peers);
      hosts.requireMeeting();
      if (hosts.areSeveral()) {
        logs.accept(wrapper.size());
      } else {
        // Several names of one host.
        entrance.close();
      }
      return new Supervision(wrapper, own, configuration, hosts, entrance).run();
    }
  }

  private void requireNiodev(List<String> arguments) {
    if (OTHER_MODES.containsKey(main)) {
      throw new FtmpjException(
          ErrorCode.UNSUPPORTED_DEVICE,
          "MPJ Express runs in its mode "
              + OTHER_MODES.get(main)
              + ", in which ranks are threads of one process and die together");
    }
    String device = WrapperArguments.device(arguments);
    if (!device.equals(NIODEV)) {
      throw new FtmpjException(
          ErrorCode.UNSUPPORTED_DEVICE, "MPJ Express runs on its device " + device);
    }
  }

  private static void requireNoQuota(Configuration configuration) {
    if (LogQuota.of(configuration).isSet()) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS,
          "a quota of logs (option log.max) is for jobs of `ftmpj run` only, which can be resumed");
    }
  }

  private static void requireSecret(Configuration configuration) {
    if (configuration.find(Options.CHECKPOINT_DIR).isPresent()
        || configuration.get(Options.CHECKPOINT_COPIES) != CopyChoice.NONE) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS,
          "options checkpoint.dir and checkpoint.copies are for `ftmpj run --hosts` only, not under"
              + " mpjrun");
    }
    if (configuration.find(Options.LOGGERS).isPresent()) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS,
          "several event loggers are for jobs of `ftmpj run` only, so far: set option logger instead");
    }
    if (configuration.find(Options.LOGGER).isPresent()
        && configuration.find(Options.SECRET_FILE).isEmpty()) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS,
          "option logger needs option secret.file: the secret is that of the event logger");
    }
  }

  /**
   * This rank cannot be started. The starter waits for all ranks, for ever: answers it
   * nevertheless, so that the job comes to its end.
   */
  public void giveUp(FtmpjException why) {
    ExitCodeFile.ofThisProcess().ifPresent(file -> file.write(why));
    try {
      List<String> arguments = OwnCommand.read().arguments();
      if (main.equals(HYBRID)) {
        giveUp(WrapperArguments.parseHybrid(arguments));
      } else if (main.equals(WRAPPER) && WrapperArguments.device(arguments).equals(NIODEV)) {
        giveUp(WrapperArguments.parse(arguments));
      }
    } catch (FtmpjException noneWaits) {
      // The reason to give up is what has to be said.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void giveUp(WrapperArguments wrapper) throws InterruptedException {
    new PortExchange(wrapper, GIVE_UP).as(PortExchange.NO_PROCESS, PortExchange::random);
  }
}
