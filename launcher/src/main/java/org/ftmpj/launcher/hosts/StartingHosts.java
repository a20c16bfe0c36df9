package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.hostd.logs.ReceivedRecords;
import org.ftmpj.supervisor.ending.Verdict;

/** The hosts of a job until their ranks start: has their daemons started and told what to do. */
final class StartingHosts implements AutoCloseable {
  private static final int LAUNCHER = 0;

  private final HostsOptions options;
  private final Sessions sessions;
  private final HostStarter starter;
  private final Verdict verdict;
  private final Consumer<String> notice;
  private final List<RemoteHost> hosts;
  private final HostGroup group;
  private boolean areLeft;

  private StartingHosts(
      HostsOptions options,
      Sessions sessions,
      HostStarter starter,
      Verdict verdict,
      Consumer<String> notice,
      List<RemoteHost> hosts) {
    this.options = options;
    this.sessions = sessions;
    this.starter = starter;
    this.verdict = verdict;
    this.notice = notice;
    this.hosts = hosts;
    this.group = new HostGroup(sessions, hosts, notice);
  }

  /**
   * Listens for daemons.
   *
   * @param gone the numbers of hosts that were lost in an earlier run, or are not of this one
   * @param layout of the launcher's directory of the job, which has the secret
   * @param secretFile the secret as a user who starts daemons has it; of the job's own if empty
   * @param notice tells the user
   * @throws FtmpjException BAD_COMMAND if it is not known where to listen; CANNOT_LISTEN
   */
  static StartingHosts open(
      HostsOptions options,
      Set<Integer> gone,
      JobLayout layout,
      Optional<Path> secretFile,
      JobListener listener,
      Verdict verdict,
      Consumer<String> notice) {
    String secret = secret(layout);
    List<RemoteHost> hosts = new ArrayList<>();
    for (String name : options.division().hosts()) {
      hosts.add(new RemoteHost(hosts.size() + 1, name, listener));
    }
    gone.forEach(number -> hosts.get(number - 1).giveUp());
    Sessions sessions = HostNetwork.open(LAUNCHER, secret, bind(options, hosts), options.network());
    HostStarter starter =
        switch (options.via()) {
          case SSH -> new ShellStarter(options.remoteShell(), secret, notice);
          case WAIT ->
              new PrintingStarter(secretFile.orElse(layout.secret()).toAbsolutePath(), notice);
          case SLURM -> new SlurmStarter(secret, notice);
        };
    return new StartingHosts(options, sessions, starter, verdict, notice, hosts);
  }

  private static String secret(JobLayout layout) {
    try {
      return Files.readString(layout.secret()).strip();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the job's secret cannot be read (" + Reason.of(e) + ")", e);
    }
  }

  private static List<InetSocketAddress> bind(HostsOptions options, List<RemoteHost> hosts) {
    if (!options.bind().isEmpty()) {
      return BindAddresses.parse(options.bind());
    }
    RemoteHost first = hosts.stream().filter(host -> !host.isLost()).findFirst().orElseThrow();
    return List.of(BindAddresses.towards(first.name()));
  }

  /** All of them, also when they have started. */
  HostGroup group() {
    return group;
  }

  /** Has the daemons started. */
  void start() {
    List<RemoteHost> left = left();
    left.forEach(host -> host.expect(sessions));
    starter.start(
        left, new DaemonCommand(options.command(), sessions.addresses(), options.shared()));
  }

  /** The hosts that are not lost. */
  private List<RemoteHost> left() {
    return hosts.stream().filter(host -> !host.isLost()).toList();
  }

  /** The host of that number. */
  RemoteHost host(int number) {
    return hosts.get(number - 1);
  }

  /**
   * Waits until all daemons have joined.
   *
   * @return whether they have; not if the job is over before
   * @throws FtmpjException HOSTS_MISSING
   */
  boolean awaitJoined() throws InterruptedException {
    return new Joining(left(), verdict, notice).await(options.join());
  }

  /**
   * Waits for the hosts of a job in which the ranks of missing ones can be repeated on others.
   *
   * @return those that have not joined, and why; all if the job is over before
   */
  Map<RemoteHost, FtmpjException> awaitMost() throws InterruptedException {
    List<RemoteHost> left = left();
    new Joining(left, verdict, notice).awaitMost(options.join());
    Map<RemoteHost, FtmpjException> missing = new LinkedHashMap<>();
    for (RemoteHost host : left) {
      if (!host.hasJoined()) {
        missing.put(
            host,
            failure(host.joined())
                .orElseGet(
                    () ->
                        new FtmpjException(
                            ErrorCode.HOST_LOST,
                            "host %s is lost: it has not come within %d s"
                                .formatted(host.name(), options.join().toSeconds()))));
      }
    }
    return missing;
  }

  /** Tells the user of hosts that have joined with another Java than this process's. */
  void tellOfOtherJavas() {
    HostJavas.of(hosts).differing(System.getProperty("java.version")).ifPresent(notice);
  }

  /** The hosts as others are told of them; those that have not joined have no address. */
  List<JobOrder.Peer> peers() {
    return hosts.stream()
        .map(
            host ->
                new JobOrder.Peer(
                    host.name(), host.hasJoined() ? host.joined().join().addresses() : List.of()))
        .toList();
  }

  /** What hosts have of the channel logs of others; those that are ready. */
  List<ReceivedRecords> taken() {
    return ready().flatMap(ready -> ready.taken().stream()).toList();
  }

  private Stream<ToLauncher.Ready> ready() {
    return hosts.stream().filter(StartingHosts::isReady).map(host -> host.ready().join());
  }

  private static boolean isReady(RemoteHost host) {
    return host.ready().isDone() && !host.ready().isCompletedExceptionally();
  }

  /**
   * Tells each host its order, and waits until all are ready.
   *
   * @param orders that of a host, by its number
   * @param lost takes hosts that have nothing of the job that could go on; empty if that ends it
   * @return whether they are; not if the job is over before
   * @throws FtmpjException what at least one host has said, of all hosts that have said the same
   */
  boolean order(
      Function<Integer, JobOrder> orders, Optional<BiConsumer<RemoteHost, FtmpjException>> lost) {
    List<RemoteHost> here = hosts.stream().filter(RemoteHost::hasJoined).toList();
    here.forEach(host -> host.tell(new ToHost.Order(orders.apply(host.number()))));
    CompletableFuture<?>[] all =
        here.stream()
            .map(host -> host.ready().handle((ready, failure) -> failure))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.anyOf(CompletableFuture.allOf(all), verdict.known()).join();
    List<FtmpjException> failures = new ArrayList<>();
    for (RemoteHost host : here) {
      Optional<FtmpjException> failure = failure(host.ready());
      if (failure.isPresent()
          && lost.isPresent()
          && failure.get().code() == ErrorCode.NOT_RESUMABLE) {
        lost.get().accept(host, failure.get());
      } else {
        failure.ifPresent(failures::add);
      }
    }
    if (!failures.isEmpty()) {
      throw together(failures);
    }
    return !verdict.isKnown();
  }

  /**
   * Where the event loggers of the job listen that are on hosts, in order of these; those of hosts
   * that are not there, where they listened in the run before.
   */
  List<HostPort> loggers(Optional<Loggers> before) {
    List<HostPort> all = new ArrayList<>();
    for (RemoteHost host : hosts) {
      int index = host.number() - 1;
      if (isReady(host)) {
        host.ready().join().logger().ifPresent(all::add);
      } else if (before.isPresent() && index < before.get().all().size()) {
        all.add(before.get().all().get(index));
      }
    }
    return all;
  }

  private static Optional<FtmpjException> failure(CompletableFuture<?> stage) {
    if (!stage.isCompletedExceptionally()) {
      return Optional.empty();
    }
    return Optional.of((FtmpjException) stage.handle((done, failure) -> failure).join());
  }

  private static FtmpjException together(List<FtmpjException> failures) {
    ErrorCode code = failures.get(0).code();
    return new FtmpjException(
        code,
        failures.stream()
            .filter(failure -> failure.code() == code)
            .map(FtmpjException::what)
            .collect(Collectors.joining("; ")));
  }

  /** Their daemons have another coordinator: what has started them is left as it is. */
  void leave() {
    areLeft = true;
  }

  @Override
  public void close() {
    group.close();
    if (areLeft) {
      return;
    }
    try {
      starter.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
