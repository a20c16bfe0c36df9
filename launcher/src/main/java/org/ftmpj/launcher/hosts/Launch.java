package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Options;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.supervisor.record.NamedValues;

/**
 * The launch of a job over several hosts, noted in the launcher's directory so that it can be
 * resumed.
 *
 * <pre>
 * ftmpj-launch 3
 * order BASE64                 of the first host, as it was told, see {@link JobOrder}
 * conditions BASE64            see {@link Conditions}
 * via NAME                     and the other options about hosts, as far as they are about their
 * shell WORD                   daemons: a line for each word
 * command PATH
 * bind ADDRESS                 a line for each
 * join SECONDS
 * left NUMBER                  hosts whose ranks may not have come to others; a line for each
 * checkpoints BOOLEAN          whether ranks take any
 * reserve MIB                  disk space that logs leave free
 * own NUMBER                   how many event loggers the job starts itself
 * loggers ADDRESSES            where several event loggers listened; only at level quorum
 * </pre>
 *
 * @param order of the first host in the newest run
 * @param left hosts that the newest run was to do without, beside those that were lost before
 * @param ownLoggers how many event loggers the job starts itself at level quorum
 * @param loggers where several event loggers listened in the newest run; empty below level quorum
 */
record Launch(
    JobOrder order,
    Conditions conditions,
    HostsOptions.Via via,
    List<String> remoteShell,
    Path command,
    List<String> bind,
    Duration join,
    List<Integer> left,
    boolean checkpoints,
    int reserveMib,
    int ownLoggers,
    Optional<Loggers> loggers) {
  private static final String VERSION = "ftmpj-launch 3";

  /** The launch of a job that is started with these options. */
  static Launch of(
      JobOrder order,
      Conditions conditions,
      HostsOptions hosts,
      Collection<Integer> left,
      JobOptions options,
      Loggers loggers) {
    return new Launch(
        order,
        conditions,
        hosts.via(),
        hosts.remoteShell(),
        hosts.command(),
        hosts.bind(),
        hosts.join(),
        List.copyOf(left),
        options.checkpoints(),
        options.logReserveMib(),
        options.ownLoggers(),
        Optional.of(loggers).filter(all -> options.durability() == Durability.QUORUM));
  }

  /** Returns this launch with another quota of the job's logs, in MiB. */
  Launch withLogMax(int mib) {
    return new Launch(
        order,
        conditions.withShared(SharedOptions.with(conditions.shared(), Options.LOG_MAX, mib)),
        via,
        remoteShell,
        command,
        bind,
        join,
        left,
        checkpoints,
        reserveMib,
        ownLoggers,
        loggers);
  }

  /** The options about hosts. */
  HostsOptions hosts() {
    List<String> names = order.hosts().stream().map(JobOrder.Peer::name).toList();
    return new HostsOptions(
        new HostList.Division(names, conditions.slots(), order.placement()),
        via,
        remoteShell,
        command,
        bind,
        join,
        NetworkOptions.of(SharedOptions.configuration(conditions.shared())),
        conditions.shared(),
        order.settings().copies(),
        false);
  }

  /**
   * Writes it, atomically.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_NOT_WRITABLE
   */
  void write(Path file) {
    Base64.Encoder text = Base64.getEncoder();
    NamedValues values =
        new NamedValues()
            .add("order", text.encodeToString(ToHost.CODEC.encode(new ToHost.Order(order))))
            .add("conditions", text.encodeToString(Conditions.CODEC.encode(conditions)))
            .add("via", via);
    remoteShell.forEach(word -> values.add("shell", word));
    values.add("command", command);
    bind.forEach(address -> values.add("bind", address));
    values.add("join", join.toSeconds());
    left.forEach(host -> values.add("left", host));
    values.add("checkpoints", checkpoints);
    values.add("reserve", reserveMib).add("own", ownLoggers);
    loggers.ifPresent(all -> values.add("loggers", all));
    values.write(file, VERSION);
  }

  /**
   * The content of the file; empty if it does not exist.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_VERSION, LOG_CORRUPT, HOST_VERSION
   */
  static Optional<Launch> read(Path file) {
    return NamedValues.read(file, VERSION, Launch::decode);
  }

  private static Launch decode(NamedValues values) {
    byte[] order = Base64.getDecoder().decode(values.text("order"));
    return new Launch(
        ((ToHost.Order) ToHost.CODEC.decode(order)).order(),
        Conditions.CODEC.decode(Base64.getDecoder().decode(values.text("conditions"))),
        HostsOptions.Via.valueOf(values.text("via")),
        values.all("shell"),
        Path.of(values.text("command")),
        values.all("bind"),
        Duration.ofSeconds(values.number("join")),
        values.all("left").stream().map(Integer::valueOf).toList(),
        Boolean.parseBoolean(values.text("checkpoints")),
        values.smallNumber("reserve"),
        values.smallNumber("own"),
        values.all("loggers").stream().findFirst().map(Loggers::parse));
  }
}
