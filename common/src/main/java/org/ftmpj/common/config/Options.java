package org.ftmpj.common.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.secret.Seal;

/** The options of FTMPJ. */
public final class Options {

  public static final Option<Path> CONFIG =
      Option.path(
          "config",
          "A properties file with further options, one `ft.name=value` per line. Ignored"
              + " inside a properties file.");

  public static final Option<Path> JOB_DIR =
      Option.path(
          "job.dir",
          "Directory of the job. `ftmpj run` creates it and sets this option for every rank.");

  public static final Option<Integer> RANK =
      Option.integer(
          "rank",
          null,
          0,
          65_535,
          "",
          "Position of this process in `MPI.COMM_WORLD`. Set by `ftmpj run`.");

  public static final Option<Integer> SIZE =
      Option.integer(
          "size", null, 1, 65_536, "ranks", "Number of ranks of the job. Set by `ftmpj run`.");

  public static final Option<Integer> INCARNATION =
      Option.integer(
          "incarnation",
          1,
          1,
          Integer.MAX_VALUE,
          "",
          "How often this rank has been started, including this time. Set by the supervisor.");

  public static final Option<Durability> DURABILITY =
      Option.oneOf(
          "durability",
          Durability.class,
          Durability.PROCESS,
          "Where determinants are stored; any number of ranks may die. `process`: on the host"
              + " of the ranks; `host`: also in the event logger, which acknowledges them before a"
              + " message leaves: any of several hosts may be lost, except the launcher's. `quorum`:"
              + " in a majority of several event loggers. `host` is the default if `logger` is set,"
              + " `quorum` if `loggers` is.");

  public static final Option<HostPort> LOGGER =
      Option.address(
          "logger",
          "Address of the event logger. Required at durability `host`; `ftmpj run` starts one"
              + " if it is not set.");

  public static final Option<Loggers> LOGGERS =
      Option.loggers(
          "loggers",
          "Addresses of several event loggers, of which a minority may be lost: an odd"
              + " number, at least 3; or several such ensembles, which share the ranks, or hosts,"
              + " between semicolons. Required at durability `quorum`, and so far only for a job of"
              + " `ftmpj run`; `ftmpj run --logger` with several addresses sets it.");

  public static final Option<Path> SECRET_FILE =
      Option.path(
          "secret.file",
          "File with the secret that the hosts of a job share, also with the event logger"
              + " that `logger` names. Only under MPJ Express's own `mpjrun`; `ftmpj run` has"
              + " `--secret-file`.");

  public static final Option<Boolean> SUPERVISED =
      Option.flag(
          "supervised",
          false,
          "Whether standard input connects the rank to a supervisor: it carries no data, and"
              + " the rank halts when it ends. Set by the supervisor.");

  public static final Option<Durability> EDGE =
      Option.oneOf(
          "edge",
          Durability.class,
          Durability.PROCESS,
          "In a job on several hosts, the durability that their daemons guarantee for"
              + " everything that leaves a host. Ranks there are at `process`; unless this is"
              + " `process`, too, their determinants get stamps, by which the daemon orders those of"
              + " its ranks. Set by the supervisor.");

  public static final Option<ThreadMode> THREADS =
      Option.oneOf(
          "threads",
          ThreadMode.class,
          ThreadMode.RECORD,
          "How a program with several threads is treated: `record` the order of their events,"
              + " so that any of them may call MPI, or `refuse` MPI calls from any thread except"
              + " main's.");

  public static final Option<UnknownCalls> THREADS_UNKNOWN =
      Option.oneOf(
          "threads.unknown",
          UnknownCalls.class,
          UnknownCalls.WARN,
          "What happens at JDK calls by which threads may affect each other and whose order"
              + " is not recorded: `warn` names them once, when the program has a second thread;"
              + " `refuse` stops the rank at such a call from then on (`FTMPJ-1208`).");

  public static final Option<Receptions> RECEPTIONS =
      Option.oneOf(
          "receptions",
          Receptions.class,
          Receptions.NONDETERMINISTIC,
          "The receives whose match is recorded: `nondeterministic`, those from any source;"
              + " or `all`, as in the classical model of message logging (MPICH-V2). `all` gives no"
              + " more protection; it exists for comparison. Every start of a rank requires the same"
              + " value.");

  public static final Option<Boolean> VALUES_CLOCK =
      Option.flag(
          "values.clock",
          true,
          "Whether values that the program reads from clocks are recorded, and repeated after"
              + " a failure: `nanoTime`, `currentTimeMillis`, `MPI.Wtime`, `java.time`, `Date`,"
              + " `Calendar`.");

  public static final Option<Boolean> VALUES_RANDOM =
      Option.flag(
          "values.random",
          true,
          "Whether random numbers that the program does not seed are recorded, and repeated"
              + " after a failure: `Math.random`, `new Random()`, `ThreadLocalRandom`,"
              + " `SplittableRandom`, `Collections.shuffle`, `SecureRandom`, keys.");

  public static final Option<Boolean> VALUES_UUID =
      Option.flag(
          "values.uuid",
          true,
          "Whether values of `UUID.randomUUID` are recorded, and repeated after a failure.");

  public static final Option<Boolean> VALUES_HASH =
      Option.flag(
          "values.hash",
          true,
          "Whether identity hash codes of the program's objects, hash codes of its enum constants, and"
              + " the order of `Set.of` and `Map.of` are the same after a failure.");

  public static final Option<Boolean> VALUES_ENVIRONMENT =
      Option.flag(
          "values.environment",
          true,
          "Whether process number, memory, management beans, names and numbers of threads, environment"
              + " variables and host name are recorded, and repeated after a failure.");

  public static final Option<Path> VERIFY =
      Option.path(
          "verify",
          "Directory for the report of a verification: this process repeats the record of its"
              + " rank and does not change the job. Set by `ftmpj verify`.");

  public static final Option<CheckpointChoice> VERIFY_CHECKPOINT =
      Option.oneOf(
          "verify.checkpoint",
          CheckpointChoice.class,
          null,
          "The checkpoint from which a verification repeats the rank. Set by `ftmpj verify"
              + " --from-checkpoint`.");

  public static final Option<Boolean> VALUES_FILES =
      Option.flag(
          "values.files",
          true,
          "Whether the program's operations on files and directories, and its queries about"
              + " them, are recorded, so that they take effect once.");

  public static final Option<Boolean> VALUES_CHILDREN =
      Option.flag(
          "values.children",
          true,
          "Whether the output, the state and the end of processes that the program starts are"
              + " recorded, so that a process that has ended is not run again.");

  public static final Option<Integer> LOG_RESERVE =
      Option.integer(
          "log.reserve",
          64,
          0,
          1 << 20,
          "MiB",
          "Disk space that logs leave free: with less free space the job stops with"
              + " `FTMPJ-1301`, before a full disk can crash a rank. 0: not checked.");

  public static final Option<Integer> LOG_MEMORY =
      Option.integer(
          "log.memory",
          10,
          0,
          90,
          "%",
          "Share of the memory that is available on the host, or left in its container, for"
              + " payloads of messages that are not on the disk yet, of all ranks together. Payloads"
              + " that fit never wait for the disk. The share is divided among the ranks, and used"
              + " only as far as required; each rank may have 16 MiB in any case.");

  public static final Option<Integer> LOG_SEGMENT =
      Option.integer(
          "log.segment",
          512,
          1,
          1024,
          "MiB",
          "Size at which a segment of a channel log or determinant log ends and the next one"
              + " begins. Beginning one takes some milliseconds.");

  public static final Option<Integer> LOG_MAX =
      Option.integer(
          "log.max",
          0,
          0,
          1 << 30,
          "MiB",
          "Disk space that the logs of a job on one host may take. In time the ranks at both"
              + " ends of the largest logs are asked for checkpoints, by which logs get shorter; at"
              + " the quota the job stops with `FTMPJ-1842`, and `ftmpj resume JOB --log-max MIB`"
              + " continues it with a larger one, see docs/log-space.md. With `values.hash` only. 0:"
              + " no quota.");

  public static final Option<CheckpointTimes> CHECKPOINT_EVERY =
      Option.checkpoints(
          "checkpoint.every",
          "How often a rank saves its state, so that it restarts from there instead of the"
              + " beginning of the program, see docs/checkpoints.md. `auto`: at the interval that"
              + " costs least, computed from the cost of a checkpoint and from `checkpoint.mtbf`."
              + " `request`: when `ftmpj checkpoint` requests it. With `values.hash` only. 0: never.");

  public static final Option<Path> CHECKPOINT_DIR =
      Option.path(
          "checkpoint.dir",
          "A directory that all hosts of a job share, to which checkpoints are copied, so that ranks of"
              + " a lost host restart from there, see docs/checkpoint-copies.md. Levels `host` and `quorum`"
              + " of jobs on several hosts only.");

  public static final Option<CopyChoice> CHECKPOINT_COPIES =
      Option.oneOf(
          "checkpoint.copies",
          CopyChoice.class,
          CopyChoice.NONE,
          "Where checkpoints are copied if hosts share no directory (`checkpoint.dir`), so that ranks of a"
              + " lost host restart from there, see docs/checkpoint-copies.md: `partner`, each host's to the"
              + " next host of the job; or `none`. Logs are pruned then if `log.max` is set, and the job"
              + " ends if a host is lost together with the next one. Levels `host` and `quorum` of jobs"
              + " on several hosts only.");

  public static final Option<Integer> CHECKPOINT_MESSAGES =
      Option.integer(
          "checkpoint.messages",
          0,
          0,
          Integer.MAX_VALUE,
          "",
          "Also take a checkpoint of a rank whenever it has sent this many messages since the"
              + " last one. 0: not for this reason.");

  public static final Option<Integer> CHECKPOINT_VOLUME =
      Option.integer(
          "checkpoint.volume",
          0,
          0,
          1 << 30,
          "MiB",
          "Also take a checkpoint of a rank whenever it has logged this much since the last"
              + " one: messages that it sent, and determinants. 0: not for this reason.");

  public static final Option<Duration> CHECKPOINT_MTBF =
      Option.duration(
          "checkpoint.mtbf",
          Duration.ofDays(1),
          "Expected mean time between failures of the process of one rank, for"
              + " `checkpoint.every=auto`. Failures that a rank has seen count, too.");

  public static final Option<Boolean> CHECKPOINT_KEEP_LOGS =
      Option.flag(
          "checkpoint.keep.logs",
          false,
          "Whether logs are kept whole although there are checkpoints, for `ftmpj verify`,"
              + " see docs/log-space.md. Otherwise everything that no checkpoint requires is"
              + " removed.");

  public static final Option<Integer> HANG_TIMEOUT =
      Option.integer(
          "hang.timeout",
          10,
          0,
          86_400,
          "s",
          "How long a rank may give no sign of life before it is suspected, which is only"
              + " reported and shown. FTMPJ gives the signs, not the program, which may compute for"
              + " as long as it likes. 0: never.");

  public static final Option<Integer> RANK_TIMEOUT =
      Option.integer(
          "rank.timeout",
          0,
          0,
          86_400,
          "s",
          "How long a rank may give no sign of life before it is killed, and recovered like"
              + " any dead rank. 0: never, which debugging requires, because a debugger may stop a"
              + " rank for long.");

  public static final Option<Integer> SELFCHECK_TIMEOUT =
      Option.integer(
          "selfcheck.timeout",
          120,
          0,
          86_400,
          "s",
          "How long a thread of FTMPJ itself may work without progress before its process is"
              + " ended: a rank or an event logger is restarted, a host daemon ends the job. A disk"
              + " may be that slow. 0: forever; a thread that has ended by an error is still found.");

  public static final Option<LogLevel> LOG_LEVEL =
      Option.oneOf(
          "log.level",
          LogLevel.class,
          LogLevel.WARN,
          "How much FTMPJ says about itself on standard error.");

  public static final Option<Integer> NETWORK_WINDOW =
      Option.integer(
          "network.window",
          16,
          1,
          1024,
          "MiB",
          "How much data may be under way from one host to another and not yet delivered:"
              + " both use at most this much memory, for each other host.");

  public static final Option<Integer> NETWORK_DETECTION =
      Option.integer(
          "network.detection",
          10,
          1,
          10_000,
          "ms",
          "How often each path to another host is checked while something is under way to it."
              + " A path on which nothing is heard three times in a row is no longer used, and"
              + " probed until it works again.");

  public static final Option<CheckSum> NETWORK_CHECKSUM =
      Option.oneOf(
          "network.checksum",
          CheckSum.class,
          CheckSum.CRC32C,
          "The checksum by which data that was changed on its way to another host is"
              + " detected, and requested again.");

  public static final Option<String> NETWORK_PATHS =
      Option.text("network.paths", "tcp", "The kind of path that connects hosts.");

  public static final Option<Boolean> NETWORK_DIRECT =
      Option.flag(
          "network.direct",
          true,
          "Whether ranks on different hosts are connected with each other, at level process or"
              + " under mpjrun, and with one address for each host. Otherwise their messages go"
              + " through the daemons or supervisors.");

  public static final Option<Seal> NETWORK_SEAL =
      Option.oneOf(
          "network.seal",
          Seal.class,
          Seal.AES,
          "What protects messages between ranks of different hosts that are connected with each"
              + " other: aes encrypts and authenticates them, mac only authenticates them, none"
              + " only has both ranks prove that they know the job's secret.");

  public static final Option<Integer> HOST_TIMEOUT =
      Option.integer(
          "host.timeout",
          30,
          1,
          86_400,
          "s",
          "How long another host may give no sign of life before it counts as lost.");

  public static final Option<Boolean> JFR =
      Option.flag(
          "jfr",
          false,
          "Whether a rank's sends, matches, waits at the gate and recoveries are events of the JDK's"
              + " flight recorder, see docs/metrics.md. A recording is started by"
              + " -XX:StartFlightRecording or jcmd.");

  private static final List<Option<?>> FOR_USERS =
      List.of(
          CONFIG,
          DURABILITY,
          LOGGER,
          LOGGERS,
          SECRET_FILE,
          LOG_LEVEL,
          THREADS,
          THREADS_UNKNOWN,
          RECEPTIONS,
          VALUES_CLOCK,
          VALUES_RANDOM,
          VALUES_UUID,
          VALUES_HASH,
          VALUES_ENVIRONMENT,
          VALUES_FILES,
          VALUES_CHILDREN,
          LOG_RESERVE,
          LOG_MEMORY,
          LOG_SEGMENT,
          LOG_MAX,
          CHECKPOINT_EVERY,
          CHECKPOINT_KEEP_LOGS,
          CHECKPOINT_DIR,
          CHECKPOINT_COPIES,
          CHECKPOINT_MESSAGES,
          CHECKPOINT_VOLUME,
          CHECKPOINT_MTBF,
          HANG_TIMEOUT,
          RANK_TIMEOUT,
          SELFCHECK_TIMEOUT,
          NETWORK_WINDOW,
          NETWORK_DETECTION,
          NETWORK_CHECKSUM,
          NETWORK_PATHS,
          NETWORK_DIRECT,
          NETWORK_SEAL,
          HOST_TIMEOUT,
          JFR);

  private static final List<Option<?>> INTERNAL =
      List.of(JOB_DIR, RANK, SIZE, INCARNATION, SUPERVISED, EDGE, VERIFY, VERIFY_CHECKPOINT);

  private static final List<Option<?>> ALL =
      Stream.of(FOR_USERS, INTERNAL).flatMap(List::stream).toList();

  private Options() {}

  /** All options, in the order of the reference page. */
  public static List<Option<?>> all() {
    return ALL;
  }

  /** The options that a user may set. */
  static List<Option<?>> forUsers() {
    return FOR_USERS;
  }

  /** Options that processes of FTMPJ set for each other; users do not need them. */
  static List<Option<?>> internal() {
    return INTERNAL;
  }
}
