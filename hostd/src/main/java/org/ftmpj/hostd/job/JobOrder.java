package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.job.Placement;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.transport.direct.RankAddresses;

/**
 * The order to a host to run its part of a job.
 *
 * @param name of the job; its directory on this host is named after it and the host's number
 * @param identity as in the job's file of that name, the same on every host
 * @param host the number of the receiving host
 * @param hosts all of them, in order of their numbers from 1
 * @param placement which rank is where
 * @param program what every rank runs
 * @param settings how the job is run
 * @param turn which of its runs it is
 */
public record JobOrder(
    String name,
    String identity,
    int host,
    List<Peer> hosts,
    Placement placement,
    Program program,
    Settings settings,
    Turn turn) {

  public JobOrder {
    hosts = List.copyOf(hosts);
  }

  /** An order for a job that begins. */
  public JobOrder(
      String name,
      String identity,
      int host,
      List<Peer> hosts,
      Placement placement,
      Program program,
      Settings settings) {
    this(name, identity, host, hosts, placement, program, settings, Turn.FIRST);
  }

  /**
   * A run of a job that is stopped and resumed.
   *
   * @param number from 1
   * @param finished ranks that have ended before it
   * @param lost hosts that were lost before it, or are left by it
   * @param added hosts that come with it
   */
  public record Turn(int number, List<Integer> finished, List<Integer> lost, List<Integer> added) {
    /** The first run of a job. */
    public static final Turn FIRST = new Turn(1, List.of(), List.of(), List.of());

    /** The largest number of incarnations of a host's stream of determinants in a run. */
    private static final int READERS = 1 << 16;

    public Turn {
      finished = List.copyOf(finished);
      lost = List.copyOf(lost);
      added = List.copyOf(added);
    }

    /** Whether there was a run before. */
    public boolean isResumed() {
      return number > 1;
    }

    /**
     * The incarnation of the writer of hosts' streams of determinants: greater than that of any
     * writer or reader of an earlier run.
     */
    public int writer() {
      return 1 + (number - 1) * READERS;
    }
  }

  /**
   * A host of the job.
   *
   * @param name the user's name for it
   * @param addresses addresses of its daemon, one for each path
   */
  public record Peer(String name, List<InetSocketAddress> addresses) {
    public Peer {
      addresses = List.copyOf(addresses);
    }
  }

  /**
   * The user's program.
   *
   * @param classPath relative to the directory, without MPJ Express, of which each host has its own
   * @param jvmArguments of every rank
   * @param directory the working directory, the same on every host
   * @param options those of the launcher's environment, {@code NAME=VALUE}
   * @param files the files that have to be the same on every host
   */
  public record Program(
      String classPath,
      String mainClass,
      List<String> arguments,
      List<String> jvmArguments,
      Path directory,
      List<String> options,
      List<FileDigest> files) {
    public Program {
      arguments = List.copyOf(arguments);
      jvmArguments = List.copyOf(jvmArguments);
      options = List.copyOf(options);
      files = List.copyOf(files);
    }
  }

  /**
   * The settings of a job.
   *
   * @param config the user's properties file
   * @param loggersOnHosts how many hosts, the first ones, have an event logger of the job each
   * @param hangTimeoutS how long a rank may give no sign of life before it is suspected; 0 for ever
   * @param rankTimeoutS how long before it is killed and restarted; 0 for ever
   * @param record whether the directory is kept with everything required to repeat ranks
   * @param copies the destination of copies of checkpoints
   * @param resumable whether it is also kept when the launcher is lost, so that the job can be
   *     resumed
   */
  public record Settings(
      Durability durability,
      int loggersOnHosts,
      Optional<Path> config,
      int hangTimeoutS,
      int rankTimeoutS,
      boolean record,
      CopySettings copies,
      boolean resumable) {
    /** Returns these settings for a job that can be resumed. */
    public Settings ofResumable() {
      return new Settings(
          durability, loggersOnHosts, config, hangTimeoutS, rankTimeoutS, record, copies, true);
    }

    /** Settings of a job that ends with its launcher. */
    public Settings(
        Durability durability,
        int loggersOnHosts,
        Optional<Path> config,
        int hangTimeoutS,
        int rankTimeoutS,
        boolean record,
        CopySettings copies) {
      this(durability, loggersOnHosts, config, hangTimeoutS, rankTimeoutS, record, copies, false);
    }
  }

  /**
   * The part of the job in the directory to which checkpoints are copied; empty if there is none.
   */
  public Optional<CopyDirectory> sharedCopies() {
    return settings.copies.shared(identity);
  }

  /** The number of ranks of the job. */
  public int size() {
    return placement.size();
  }

  /** Whether this host has its part of the job already. */
  boolean hasPart() {
    return turn.isResumed() && !turn.added.contains(host);
  }

  /** The numbers of the hosts that are not lost when this run begins. */
  List<Integer> hostsLeft() {
    return IntStream.rangeClosed(1, hosts.size())
        .filter(number -> !turn.lost().contains(number))
        .boxed()
        .toList();
  }

  /** The user's name for a host. */
  public String nameOf(int number) {
    return hosts.get(number - 1).name();
  }

  /**
   * The addresses by which ranks of different hosts are connected with each other, with that seal;
   * empty if they are not, because hosts may be lost, or a host has several addresses.
   */
  Optional<RankAddresses> rankAddresses(Seal seal) {
    Map<Integer, String> remote = new TreeMap<>();
    for (int rank = 0; rank < size(); rank++) {
      int its = placement.hostOf(rank);
      if (addresses(its).size() != 1) {
        return Optional.empty();
      }
      if (its != host) {
        remote.put(rank, addressOf(its));
      }
    }
    return survivesHosts() || addresses(host).size() != 1
        ? Optional.empty()
        : Optional.of(new RankAddresses(seal, addressOf(host), remote));
  }

  private List<InetSocketAddress> addresses(int number) {
    return hosts.get(number - 1).addresses();
  }

  private String addressOf(int number) {
    return addresses(number).get(0).getAddress().getHostAddress();
  }

  /** Whether ranks of lost hosts are repeated on others. */
  public boolean survivesHosts() {
    return settings.durability != Durability.PROCESS;
  }
}
