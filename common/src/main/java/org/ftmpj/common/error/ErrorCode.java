package org.ftmpj.common.error;

/**
 * The errors for which FTMPJ stops or refuses, each with a code that never changes its meaning and
 * the next step for the user.
 *
 * <p>10xx set-up and options, 11xx the MPJ Express found, 12xx the program, 13xx logs, 14xx the
 * event logger, 15xx recovery, 16xx the launcher, 17xx several hosts, 18xx checkpoints.
 * docs/errors.md is generated from this class.
 */
public enum ErrorCode {
  BAD_OPTIONS(
      1001,
      "Options are wrong: unknown, out of range, or contradicting each other. The message names all"
          + " of them.",
      "Correct the options named; docs/options.md lists all of them."),
  NO_JOB(
      1002,
      "The agent runs in a process that was not told its job and rank: it does nothing there, and a"
          + " program of MPJ Express is not protected.",
      "Start the program with `ftmpj run -np N ...`, or with `mpjrun -np N -dev niodev"
          + " -javaagent:...`; both tell each process its job and rank."),
  UNSUPPORTED_JAVA(
      1003,
      "The Java virtual machine is too old, or lacks what FTMPJ needs of it.",
      "Use Java 17 or newer."),
  INTERNAL(
      1004,
      "Something happened in FTMPJ that should not.",
      "This is a defect of FTMPJ; please report it with the job directory."),
  NO_LOOPBACK(
      1005,
      "Ranks of a host cannot wake each other.",
      "Allow the program to use UDP on the loopback address."),
  AGENT_TWICE(
      1006,
      "The agent was given to a Java virtual machine twice.",
      "Name it in one place: not with -J -javaagent:... under `ftmpj run`, which gives it by"
          + " itself, nor both on the command line and in JDK_JAVA_OPTIONS or JAVA_TOOL_OPTIONS."),
  NO_UNSAFE(
      1007,
      "This Java refuses the memory access of sun.misc.Unsafe, which FTMPJ's logs need.",
      "Give --sun-misc-unsafe-memory-access=allow to the java command, or run without the other"
          + " agent."),
  LOCALE(
      1008,
      "The name of a file or directory has characters that the locale of this process does not"
          + " have, so Java does not find it.",
      "Set a locale that has them, such as `export LC_ALL=C.UTF-8`, on this host."),
  NO_THREADS(
      1009,
      "The system lets this user start no more threads or processes.",
      "Raise the limit (ulimit -u), or end other programs."),

  NO_MPJ_EXPRESS(
      1101,
      "MPJ Express was not found.",
      "Install Debian's libmpj-java, or set MPJ_HOME to MPJ Express 0.44."),
  UNKNOWN_MPJ_EXPRESS(
      1102,
      "An MPJ Express was found, but not the one that FTMPJ knows: its classes have other members."
          + " The message lists all differences.",
      "Use MPJ Express 0.44, the release this version of FTMPJ was made for."),
  NOT_WOVEN(
      1103,
      "The self-test at start found that FTMPJ is not where it should be in MPJ Express's classes.",
      "Another agent may have changed the same classes; run without it."),
  UNSUPPORTED_DEVICE(
      1104,
      "MPJ Express was asked for a device that runs ranks as threads, or natively.",
      "Run every rank as a process of its own: `mpjrun -np N -dev niodev -javaagent:...`, or `ftmpj"
          + " run -np N ...`."),
  SEVERAL_HOSTS(
      1105,
      "The ranks of a job under MPJ Express's own `mpjrun` are on several hosts, which cannot"
          + " meet.",
      "Give the option `secret.file`, a file with the same secret on each host, and see that the"
          + " name of the starter's host does not stand for a loopback address there;"
          + " docs/mpjrun.md."),

  SECOND_THREAD(
      1201,
      "MPI was called by a thread that the program has not started itself: a shutdown hook, a"
          + " finalizer, a thread of a library of the JDK; or by any but the one that runs main,"
          + " with `threads=refuse`.",
      "Call MPI from main, from threads that the program starts, or from tasks that it gives to"
          + " executors; docs/threads.md."),
  UNKNOWN_DESTINATION(
      1202,
      "A message was sent to a process that is not in the job.",
      "The destination is no process of this job."),
  TRUNCATED(
      1203,
      "A message was longer than the buffer of its receive.",
      "Post a receive at least as large as the message."),

  UNSUPPORTED_HAND_OVER(
      1205,
      "Threads of the program hand something over by means whose order FTMPJ cannot record.",
      "Use what docs/threads.md lists; or set threads=refuse if those threads do not matter to"
          + " MPI."),
  EVENT_LOCK_STANDSTILL(
      1206,
      "A thread of the program waits within an event, which keeps all events of its other threads"
          + " out: code of the program that a method of the JDK calls, such as an equals or a"
          + " compareTo, waits for something by means that FTMPJ does not know.",
      "The message names what it waits for and where. Take that wait out of the code that the JDK"
          + " calls, and tell us; docs/threads.md."),
  UNRECORDED_HAND_OVER(
      1208,
      "The program has several threads, and makes calls by which threads may meet in an order that"
          + " FTMPJ does not record; or such a call was made, and `threads.unknown=refuse` is set.",
      "If what such a call answers decides what the program sends or prints, use what"
          + " docs/threads.md lists instead; else nothing needs to be done."),
  KEPT_OUT(
      1209,
      "A thread of the program has been waiting for seconds for an object that a call of the JDK in"
          + " another thread uses meanwhile: that call runs code of the program, such as an equals"
          + " or a compareTo, which takes long or waits. A warning: the rank goes on.",
      "Nothing, if that code only takes long. If it waits, for a pipe or a socket that the first"
          + " thread is to write, both wait for ever: take that wait out of it; docs/threads.md."),
  COLLECTED(
      1210,
      "A rank that repeats what it did before a failure has not enough memory for the objects behind"
          + " weak and soft references that it found then.",
      "Give the ranks more memory (-J -Xmx...), or use checkpoints: they make repetitions short;"
          + " docs/values.md."),
  UNRECORDED_VALUE(
      1211,
      "The program asks for something from outside MPI that FTMPJ does not record, or whose effects"
          + " it does not repeat: a socket, another process, what the memory has collected.",
      "If what it gets decides what the program sends or prints, take it from elsewhere, or give it"
          + " to the program once and for all, such as in its arguments; docs/values.md. Else nothing"
          + " needs to be done."),
  NO_MAIN_CLASS(
      1204,
      "The program's main class is not on its class path.",
      "Check -cp and the name of the class."),

  LOG_NOT_WRITABLE(
      1301,
      "A log or another file of the job cannot be made or written: no such directory, no"
          + " permission, no space.",
      "Check that the log directory exists, is writable and has space left; --job-dir or TMPDIR"
          + " chooses another."),
  LOG_CORRUPT(
      1302,
      "A log or another file of the job does not hold what was written.",
      "The log was changed or damaged; the job cannot be recovered from it."),
  LOG_VERSION(
      1303,
      "A log or another file of the job was written by another version of FTMPJ.",
      "The log was written by another version of FTMPJ; run the job with one version."),
  RECORD_TOO_LONG(
      1304,
      "One outcome takes more than 1 MiB to record: a Waitsome or Testsome that found hundreds of"
          + " thousands of requests complete, or an environment of that size.",
      "Wait for or test fewer requests at once; for the environment set values.environment=false."),
  LOG_DROPPED(
      1305,
      "A part of a log is wanted that was removed when it was not needed any more.",
      "With checkpoints FTMPJ removes what none of them needs, see docs/log-space.md; run with"
          + " --keep-logs to keep all. Otherwise look for what else has removed a part of this log:"
          + " without it the rank cannot be recovered."),

  LOGGER_UNREACHABLE(
      1401,
      "Nothing answers where the event logger should listen.",
      "Start the event logger (`ftmpj logger`), or correct its address."),
  WRONG_SECRET(
      1402,
      "The event logger and the rank do not know the same secret.",
      "Give ranks and event logger the same secret file."),
  FENCED(
      1403,
      "The event logger, or a log, has seen a newer incarnation of this rank.",
      "A newer incarnation of this rank has started; this one must not go on."),
  CANNOT_LISTEN(
      1404,
      "The event logger cannot listen at its address: another process has the port, or the address"
          + " is not of this machine.",
      "Choose another port (--port), or an address of this machine (--bind), to listen on."),
  LOGGER_MAJORITY_AWAY(
      1405,
      "Of several event loggers, a majority does not answer, or has lost what it had.",
      "The job waits, and goes on when a majority answers: start event loggers again that are gone,"
          + " with their stores."),
  LOGGER_NOT_ENROLLED(
      1406,
      "An event logger cannot be two of those that were given for the job: two of the addresses"
          + " lead to it.",
      "Give the addresses of event loggers that are different processes, each with a store of its"
          + " own, and each once: `--logger a:port,b:port,c:port`."),
  AGREEMENT_FULL(
      1407,
      "What the coordinator of a job has to note for its successor is more than 1 MiB.",
      "Give the job a shorter environment and class path; on fewer ranks there is less to note,"
          + " too."),
  NO_COORDINATOR(
      1408,
      "An event logger cannot agree with the others of its job: the libraries for that are not"
          + " there.",
      "Run `./ftmpj build` where the event logger is started; beside a copied ftagent.jar put the"
          + " directory coordinator/target/coordinator as `coordinator`."),

  DIVERGED(
      1501,
      "A restarted rank did something else than before its death: re-execution would give a wrong"
          + " result.",
      "The program did not repeat what it did before the failure; see docs/how-it-works.md#what-cannot-be-recovered."),
  LOST_DETERMINANT(
      1502,
      "A restarted rank needs the recorded outcome of an operation, and it is not there.",
      "An outcome others depend on is in no log; the job cannot be recovered."),
  CRASH_LOOP(
      1503,
      "A process died several times in a row without getting any farther.",
      "The rank dies again and again at the same point; look at its output for the cause."),

  RANK_SUSPENDED(
      1504,
      "The process of a rank is stopped by a signal, and the others will wait for it.",
      "Continue it with `kill -CONT`, or kill it, and it is recovered; option rank.timeout does"
          + " that."),
  SUPERVISOR_LOST(
      1505,
      "The process that supervises another rank is gone, and nothing can restart that rank any"
          + " more.",
      "Find out who ended that process, say a lack of memory or a kill, and run the job again."),
  NOT_VERIFIED(
      1506,
      "A rank that was repeated from its record (`ftmpj verify`) did something else, or could"
          + " not be repeated.",
      "Look at the line of the program that is named and what comes before it; see"
          + " docs/verify.md."),
  THREADS_STUCK(
      1507,
      "The threads of a restarted rank cannot repeat the order of events that was recorded.",
      "Threads of the program share something without a lock, or wait for something that is not"
          + " recorded; see docs/threads.md."),
  RANK_SILENT(
      1508,
      "A rank whose process is not stopped by a signal gives no sign of life: a debugger has"
          + " stopped its threads, its heap is full, or the machine has no time for it. The others"
          + " will wait for it.",
      "Nothing, if a debugger is on it. Else look at it with `jcmd PID Thread.print`, or kill it,"
          + " and it is recovered; option rank.timeout does that. See docs/detection.md."),
  SELF_CHECK(
      1509,
      "A thread of FTMPJ in this process has ended by an error, or has not come forward for longer"
          + " than option selfcheck.timeout; the message says where it is. The process was ended: a"
          + " rank or an event logger is restarted, a host's daemon ends the job.",
      "Look for a full or slow disk, or a lack of memory, at that time. If there is none, it is a"
          + " defect of FTMPJ; please report it with that message. See docs/detection.md."),
  CHILD_DIFFERS(
      1513,
      "A process that a program had started, and that had not ended when its rank died, was run"
          + " again and has written something else than what the program had read of it.",
      "What the process writes has to follow from its command, its input and its files: not from"
          + " times, process numbers or what other processes do. See docs/values.md#child-processes."),
  CHILD_NOT_REPEATED(
      1514,
      "A process that a program had started, and that had not ended when its rank died, cannot be"
          + " run again.",
      "Its command has to be there on each host of the job. See docs/values.md#child-processes."),
  ENDED_EARLY(
      1515,
      "A restarted rank ended before it was where its predecessor had been: by an uncaught exception,"
          + " by an exit, or because main returned. It did so in a re-execution only.",
      "The program did not repeat what it did before the failure: what ended it depends on something"
          + " that is not recorded, such as a file that has changed. See docs/how-it-works.md#what-cannot-be-recovered."),
  STOPPED_UNSEEN(
      1516,
      "A thread was stopped in a call of MPI, by other means than a call of Thread.stop() in a class"
          + " of the program, such as reflection or a debugger. What it had done is not recorded.",
      "Call Thread.stop() itself, which is recorded, or better have the thread end by a message; see"
          + " docs/threads.md."),
  PRINTED_DIFFERENTLY(
      1518,
      "A rank that was repeated from its record (`ftmpj verify`) sent and found the same as before,"
          + " but printed other lines.",
      "Look at the first of these lines: what it shows is not recorded, such as a field that"
          + " threads change without a lock; see docs/verify.md. What it sends does not depend on"
          + " that."),

  FILE_NOT_AS_READ(
      1510,
      "A restarted rank needs a file as it was when the rank read it, and the file has been changed,"
          + " replaced or removed since by something that is not recorded.",
      "Do not change files that the job reads while it runs, but by the job itself; see"
          + " docs/values.md#files."),
  WRITTEN_DIFFERENTLY(
      1511,
      "A restarted rank has written something else to a file than it had before its death.",
      "The program did not repeat what it did before the failure; see docs/values.md#what-is-not-covered."),
  MAPPED_TOGETHER(
      1512,
      "A restarted rank has mapped a part of a file to memory that another rank has mapped, too: what"
          + " they told each other there is not recorded.",
      "Have each rank map a part of its own, or exchange data by messages; see docs/values.md#files."),

  BAD_COMMAND(1601, "The command line is wrong.", "See `ftmpj --help`."),
  CANNOT_START(
      1602,
      "A process of the job cannot be started.",
      "Check the Java runtime, the arguments for it (-J), such as -Xmx, the class path, and"
          + " the limits of this shell (ulimit -a)."),
  JOB_STOPPED(
      1603, "The job was stopped by Ctrl-C or a signal.", "The job was stopped on request."),
  JOB_RUNNING(
      1604,
      "What was asked for is not done to a running job.",
      "Stop it first, by SIGTERM or Ctrl-C to its launcher."),
  NO_SUCH_JOB(
      1605,
      "There is no job of that id or in that directory.",
      "`ftmpj jobs` lists the jobs of this user on this host."),
  NO_STARTER(
      1606,
      "The starter of MPJ Express does not answer.",
      "Look for an earlier error of the starter (mpjrun) or of another rank; all must be able to"
          + " reach its port."),
  NOT_RECORDED(
      1607,
      "A job's directory does not hold what is needed to repeat its ranks.",
      "Run the job with `ftmpj run --record`, and with an event logger of its own."),
  NOT_MEASURED(
      1608,
      "What a benchmark (`./ftmpj bench`) runs did not end as it should.",
      "Look at what it said, and correct that; what it names can be run by `./ftmpj run`, alone."),
  NO_METRICS(
      1609,
      "Metrics cannot be served where --metrics says: another process has the port, the address is"
          + " not of this machine, or this program was built without them.",
      "Choose another address for --metrics, or leave it out."),
  NOT_ARCHIVED(
      1610,
      "The archive of classes that makes ranks start faster (`ftmpj archive`) cannot be made.",
      "Ranks run without it, too, and start more slowly; the message says what went wrong."),
  NOT_OURS(
      1611,
      "A directory that was to be removed holds something that FTMPJ has not made, has no readable"
          + " record of a job, or belongs to another user. What FTMPJ has not made is never"
          + " removed.",
      "Look at what is named; move it elsewhere and try again, or remove the directory yourself."),
  OUTPUT_LOST(
      1612,
      "What the ranks of a job, or a command, print cannot be written to standard output or"
          + " standard error: the disk is full, or what read it has ended. A job is stopped then.",
      "Write to a place with space left; for a job that outlives its reader, to a file."),
  HOSTS_MISSING(
      1613,
      "Not all hosts of a job have joined it, or a host's daemon (`ftmpj hostd`) could not be"
          + " started.",
      "Look at what is said of the hosts that are named; docs/hosts.md says what a host needs."),
  HOST_DIFFERS(
      1614,
      "What the ranks of a job run from is not the same on every host: a jar, a class or another"
          + " file is missing, or differs.",
      "Put the same files at the same places on every host that is named."),
  LOGS_ELSEWHERE(
      1615,
      "A job ran on several hosts, and what a command needs of it is on another one than this.",
      "Run the command on the host that is named, with the id that the job has there; `ftmpj jobs`"
          + " there lists it."),
  NO_ALLOCATION(
      1616,
      "There is no job of Slurm to run in, it has no place for so many ranks, or Slurm's commands"
          + " do not work here.",
      "Run `ftmpj run` once, within `salloc` or a batch script, with enough tasks (-n) and with"
          + " srun and scontrol in the PATH; `--via local` runs all ranks here."),
  NO_PROCESS(
      1617,
      "A rank that was to be killed (`ftmpj kill`) has no process here now: it has ended, is just"
          + " being started, or its job does not run.",
      "Look at `ftmpj status JOB`; a rank that is being started can be killed a moment later."),

  HOST_LOST(
      1701,
      "Nothing is heard from another host any more, on any path, or the process of FTMPJ there is"
          + " gone. At level host the job goes on without it, if another host has room for its"
          + " ranks.",
      "Look whether that host is up, what its host daemon said last, and whether the network"
          + " between the hosts works; host.timeout says how long is waited."),
  SESSION_CLOSED(
      1702,
      "The process of FTMPJ on another host, or this one, has ended their session.",
      "Look what that host, or the launcher, said before: it has ended, or ends the job."),
  CANNOT_MEET(
      1703,
      "This process cannot listen for other hosts at an address: another process has the port, or"
          + " the address is not of this machine.",
      "Choose another port, or addresses of this machine (--bind)."),
  HOST_GIVEN_UP(
      1704,
      "The launcher has ended its session with this host: it has taken the host for lost, because"
          + " it was cut off or stood still, or has ended itself. Nothing counts that this host"
          + " does since then; its ranks here have been stopped.",
      "Nothing is to be done for the job, which goes on elsewhere or says why not; look why this"
          + " host was not heard for host.timeout."),
  COORDINATOR_LOST(
      1705,
      "A host has lost the launcher of its job, and nothing has taken the launcher's place for a"
          + " quarter of an hour, or a minute if the job was ending or had just begun: no majority"
          + " of the event loggers answered, or whatever was started ended again. The ranks on the"
          + " host have been stopped.",
      "Look at the event loggers first, then at what the host daemons said; start the job again."),
  COORDINATOR_REPLACED(
      1706,
      "Another process has taken over the job from this one: a host, because this process was not"
          + " heard, or `ftmpj run --attach`. This one has ended and has stopped nothing.",
      "Nothing is to be done for the job, which goes on; `ftmpj run --attach JOB` shows its output"
          + " here."),
  NOT_SUCCEEDED(
      1707,
      "A job cannot be taken over: its event loggers do not know it, or it has ended, or it ends"
          + " with its launcher.",
      "Name the job and its event loggers as `ftmpj jobs` and the command that has started it do."
          + " Jobs on several hosts at level quorum can be taken over, a few seconds after their"
          + " ranks have started."),
  INPUT_LOST(
      1708,
      "Rank 0 reads the standard input of the job, which the launcher had, and that is lost.",
      "Give what the program reads in a file, or start the launcher where it is not lost."),
  CONSOLE_LOST(
      1709,
      "What a process showed that had attached to a job cannot be shown any more: its terminal or"
          + " connection is gone, or what read it has ended. This process has ended and has stopped"
          + " nothing.",
      "Nothing is to be done for the job, which goes on; attach to it again to see its output."),
  FOREIGN_PEER(
      1721,
      "What connects to a port of a job, or answers there, is no host of this job. Nothing that it"
          + " says is believed; such connections are counted and dropped.",
      "Find out what it is: a scanner, another program, or a host of another job at an address that"
          + " is used again."),
  HOST_SECRET(
      1722,
      "Two hosts do not know the same secret, or something between them changes what they say.",
      "Give the launcher and all host daemons of a job the same secret (--secret-file; under"
          + " `mpjrun` option `secret.file`)."),
  HOST_VERSION(
      1723,
      "Two hosts run versions of FTMPJ that do not understand each other.",
      "Install the same version of FTMPJ on all hosts."),
  WEAK_SECRET(
      1726,
      "The secret in a file is one that somebody could guess: too short, or of few different"
          + " characters.",
      "Make a random one, `(umask 077; openssl rand -hex 32 > FILE)`, and give the same file to all"
          + " hosts and event loggers of the job."),
  SECRET_EXPOSED(
      1727,
      "Other users of the host can read or change the file with a secret, or it belongs to one of"
          + " them.",
      "`chmod 600 FILE` as its owner; if others may have read it, make another one: `openssl rand"
          + " -hex 32`."),
  FOREIGN_FILE(
      1728,
      "A file or directory that FTMPJ is to go on from, or to write to, belongs to another user, or"
          + " others can change it, or it is a link.",
      "Find out who has put it there. Remove it, or choose a directory that only you can write"
          + " to."),

  CHECKPOINT_OF_THREADS(
      1801,
      "A checkpoint cannot be taken while another thread of the program than main's goes on.",
      "Nothing: the rank goes on without that checkpoint, and is recovered from an earlier one or"
          + " from its start."),
  IMAGE_CORRUPT(
      1811,
      "The image of the heap in a checkpoint does not hold what was written, or ends too early.",
      "Nothing: the rank is recovered from the checkpoint before, or from its start. Look for what"
          + " has changed or cut the file."),
  IMAGE_DIFFERS(
      1812,
      "A checkpoint was taken by another Java virtual machine, another version of FTMPJ or of the"
          + " program than the one that is to go on from it. The message names all differences.",
      "Restart the rank with what it ran with before; otherwise it is recovered from its start."),
  UNKNOWN_OBJECTS(
      1813,
      "This Java virtual machine lays objects out in a way that FTMPJ does not know, so no"
          + " checkpoints can be taken.",
      "Use a release of Java 17 to 25, or run without checkpoints."),
  FILE_CHANGED(
      1814,
      "A file that the program had open at a checkpoint is gone, or is not what it was.",
      "Nothing: the rank is recovered from the checkpoint before, or from its start. Leave files"
          + " that a program has open alone while it runs."),
  NOTHING_TO_RESTART_FROM(
      1821,
      "None of the two checkpoints of a rank that died can be used, or none could be restored in"
          + " two attempts, and what comes before them was removed from the logs.",
      "The job has to be run again. The messages before say what is wrong with each checkpoint: if"
          + " it is the Java virtual machine or the program that has changed, do not replace them"
          + " while a job runs. With --keep-logs such a rank is repeated from its beginning."),
  LOGS_PRUNED(
      1822,
      "A job was to be verified whose logs are not whole, because its ranks took checkpoints: what"
          + " these do not need was removed.",
      "Verify what follows the checkpoints: `ftmpj verify JOB --from-checkpoint`. To verify all of"
          + " it, run the job with --keep-logs (option checkpoint.keep.logs=true), or without"
          + " checkpoints."),
  NO_CHECKPOINT(
      1823,
      "A checkpoint that was asked for (`ftmpj checkpoint`) could not be taken of every rank.",
      "Look at what is said of the ranks; docs/checkpoints.md#what-cannot-be-captured says more. The job"
          + " goes on, and the other ranks have theirs."),
  NOTHING_TO_VERIFY_FROM(
      1824,
      "A rank was to be verified from a checkpoint, but none of its checkpoints can be used, and"
          + " what comes before them was removed from the logs.",
      "Look at what is said of each checkpoint. If the program, FTMPJ or the Java virtual machine"
          + " has changed since the run, verify with what the job ran with."),
  NOT_COPIED(
      1825,
      "A checkpoint could not be copied to the directory of --checkpoint-dir, or to another host"
          + " (--checkpoint-copies).",
      "Look at what is said of that directory, or of that host: whether it is there, and has room."
          + " The job goes on, and copies are tried again; until one is made, ranks of a lost host"
          + " restart from older copies, or are repeated from their beginning. Where no other host"
          + " is left, there is nothing to be done."),
  COPY_UNUSABLE(
      1826,
      "The copy of a checkpoint (--checkpoint-dir, --checkpoint-copies) of a rank whose host was"
          + " lost cannot be used.",
      "Nothing: the rank restarts from an older copy, or is repeated from its beginning. Look for"
          + " what has changed or removed files in that directory, or whether that host has room."),
  NOT_SHARED(
      1827,
      "The directory of --checkpoint-dir is not the same one on all hosts of a job, or cannot be"
          + " written.",
      "Name a directory on a file system that the launcher's host and all hosts of the job share,"
          + " where this user may write."),
  COPIES_LOST(
      1828,
      "Ranks of a host that is lost, or left, cannot go on: no host that is there has a copy of a"
          + " checkpoint of them that they can go on from, and what comes before was removed from"
          + " the logs.",
      "If the job was resumed without hosts that it had before, resume it once more with them,"
          + " which `ftmpj resume JOB --hosts` names; else it has to be run again. Without"
          + " --log-max logs are kept whole where copies are at the next host (--checkpoint-copies"
          + " partner), and such ranks are repeated from their beginning."),
  FOREIGN_COPY(
      1829,
      "The copy of a checkpoint (--checkpoint-dir, --checkpoint-copies), or of what a rank has sent,"
          + " is not as a host of this job has made it: it was changed, or comes from elsewhere.",
      "Nothing: the rank restarts from an older copy, or is repeated from its beginning. Find out"
          + " who else can write to that directory, and choose one that only you can write to."),
  BEFORE_RESTORE(
      1831,
      "A program that restores its state by itself (ftmpj-api) has sent or received before"
          + " `restoreOr`, or has done something while its state was restored that would have to be"
          + " recorded.",
      "Send and receive after `restoreOr`, or in what it is given; see docs/api.md#what-comes-before-restoreor."),
  NOT_A_SAFE_POINT(
      1832,
      "A program has come to a safe point (ftmpj-api) with a request that it has not waited for, or"
          + " in another thread than the one that runs main.",
      "Wait for all requests before a safe point; see docs/api.md#safe-points."),
  STATE_NOT_SAVED(
      1833,
      "The state that a program has named for its checkpoints (ftmpj-api) cannot be serialized or"
          + " made again.",
      "Make the class that is named serializable, or keep its objects out of the state (transient);"
          + " see docs/api.md#what-is-saved."),
  OTHER_PROLOGUE(
      1834,
      "A restarted rank has read other values before `restoreOr` (ftmpj-api) than before its death,"
          + " so its state would not be the same.",
      "What comes before `restoreOr` must follow from the arguments and from values that are"
          + " recorded; see docs/api.md#what-comes-before-restoreor."),
  NOT_RESUMABLE(
      1841,
      "A job that is to be resumed cannot be: it has ended, or is of a kind that cannot be"
          + " resumed.",
      "The message says why. Jobs that were started with --walltime, --log-max or checkpoints can"
          + " be resumed when they were stopped or their launcher was lost, if their event loggers"
          + " have their history, and their hosts their parts; `ftmpj jobs` shows which were."),
  LOG_QUOTA(
      1842,
      "The logs of a job have come to its quota (--log-max, option log.max), and what is in them is"
          + " still needed. The job was stopped, and can be resumed.",
      "The message says which ranks have no checkpoint, and why. Go on with a larger quota: `ftmpj"
          + " resume JOB --log-max MIB`. Logs are not pruned of ranks that cannot be captured; and"
          + " where hosts can be lost, without --checkpoint-dir or --checkpoint-copies partner. See"
          + " docs/log-space.md#a-quota.");

  /** Exit codes of sysexits.h: EX_USAGE and EX_SOFTWARE. EX_USAGE and EX_SOFTWARE. */
  private static final int CALLED_WRONGLY = 64;

  private static final int CANNOT_GO_ON = 70;

  private final int number;
  private final String meaning;
  private final String nextStep;

  ErrorCode(int number, String meaning, String nextStep) {
    this.number = number;
    this.meaning = meaning;
    this.nextStep = nextStep;
  }

  /** The exit code of a command of {@code ftmpj}: 64 if it was called wrongly, else 70. */
  public int exitCode() {
    return switch (this) {
      case BAD_OPTIONS, BAD_COMMAND, NO_MAIN_CLASS, NO_SUCH_JOB -> CALLED_WRONGLY;
      default -> CANNOT_GO_ON;
    };
  }

  /** The meaning of the code, for docs/errors.md. */
  String meaning() {
    return meaning;
  }

  /** The next step of the user, one sentence. */
  public String nextStep() {
    return nextStep;
  }

  /** The code as users see and search it, such as {@code FTMPJ-1402}. */
  @Override
  public String toString() {
    return "FTMPJ-" + number;
  }
}
