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
      "The agent runs in a process that belongs to no job and has no rank. It does nothing"
          + " in that process, and a program of MPJ Express is not protected.",
      "Start the program with `ftmpj run -np N ...`, or with `mpjrun -np N -dev niodev"
          + " -javaagent:...`; both assign a job and a rank to each process."),
  UNSUPPORTED_JAVA(
      1003,
      "The Java virtual machine is too old, or lacks a feature that FTMPJ requires.",
      "Use Java 17 or newer."),
  INTERNAL(
      1004,
      "FTMPJ has reached a state that should be impossible.",
      "This is a defect of FTMPJ; please report it with the job directory."),
  NO_LOOPBACK(
      1005,
      "The ranks of a host cannot wake each other.",
      "Allow the program to use UDP on the loopback address."),
  AGENT_TWICE(
      1006,
      "A Java virtual machine was given the agent twice.",
      "Name the agent in one place: not with -J -javaagent:... under `ftmpj run`, which"
          + " adds it itself, nor both on the command line and in JDK_JAVA_OPTIONS or"
          + " JAVA_TOOL_OPTIONS."),
  NO_UNSAFE(
      1007,
      "This Java refuses the memory access of sun.misc.Unsafe, which FTMPJ's logs require.",
      "Give --sun-misc-unsafe-memory-access=allow to the java command, or run without the"
          + " other agent."),
  LOCALE(
      1008,
      "The name of a file or directory has characters that do not exist in the locale of"
          + " this process, so Java does not find it.",
      "Set a locale that has these characters, such as `export LC_ALL=C.UTF-8`, on this"
          + " host."),
  NO_THREADS(
      1009,
      "The operating system does not let this user start more threads or processes.",
      "Raise the limit (ulimit -u), or end other programs."),

  NO_MPJ_EXPRESS(
      1101,
      "MPJ Express was not found.",
      "Install Debian's libmpj-java, or set MPJ_HOME to MPJ Express 0.44."),
  UNKNOWN_MPJ_EXPRESS(
      1102,
      "FTMPJ found an MPJ Express that it does not know: its classes have other members."
          + " The message lists all differences.",
      "Use MPJ Express 0.44, the release that this version of FTMPJ was made for."),
  NOT_WOVEN(
      1103,
      "The self-test at the start found that FTMPJ's code is missing from MPJ Express's"
          + " classes.",
      "Another agent may have changed the same classes; run without that agent."),
  UNSUPPORTED_DEVICE(
      1104,
      "MPJ Express was asked for a device that runs ranks as threads, or natively.",
      "Run every rank as a separate process: `mpjrun -np N -dev niodev -javaagent:...`, or"
          + " `ftmpj run -np N ...`."),
  SEVERAL_HOSTS(
      1105,
      "The ranks of a job under MPJ Express's own `mpjrun` are on several hosts, which"
          + " cannot connect to each other.",
      "Set the option `secret.file` to a file with the same secret on each host, and make"
          + " sure that the name of the starter's host does not resolve to a loopback address"
          + " there; see docs/mpjrun.md."),

  SECOND_THREAD(
      1201,
      "MPI was called by a thread that the program has not started itself: a shutdown hook,"
          + " a finalizer, a thread of a library of the JDK. With `threads=refuse`, it was called"
          + " by a thread other than main's.",
      "Call MPI from main, from threads that the program starts, or from tasks that it"
          + " gives to executors; see docs/threads.md."),
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
      "Use the means that docs/threads.md lists; or set threads=refuse if those threads do"
          + " not matter to MPI."),
  EVENT_LOCK_STANDSTILL(
      1206,
      "A thread of the program waits within an event, which blocks all events of its other"
          + " threads: a method of the JDK calls code of the program, such as an equals or a"
          + " compareTo, and this code waits for something by means that FTMPJ does not know.",
      "The message names the object of the wait, and the place. Remove that wait from the"
          + " code that the JDK calls, and report it to us; see docs/threads.md."),
  UNRECORDED_HAND_OVER(
      1208,
      "The program has several threads, and makes calls by which threads may affect each"
          + " other in an order that FTMPJ does not record; or it made such a call, and"
          + " `threads.unknown=refuse` is set.",
      "If the result of such a call decides what the program sends or prints, use the means"
          + " that docs/threads.md lists instead; otherwise there is nothing to do."),
  KEPT_OUT(
      1209,
      "A thread of the program has been waiting for seconds for an object that a call of"
          + " the JDK in another thread uses: that call runs code of the program, such as an"
          + " equals or a compareTo, which takes long or waits. This is a warning: the rank"
          + " continues.",
      "There is nothing to do if that code only takes long. If it waits for a pipe or a"
          + " socket that the first thread has to write, both wait forever: remove that wait from"
          + " the code; see docs/threads.md."),
  COLLECTED(
      1210,
      "A rank that repeats what it did before a failure has not enough memory for the"
          + " objects that it found behind weak and soft references before the failure.",
      "Give the ranks more memory (-J -Xmx...), or use checkpoints, which make repetitions"
          + " short; see docs/values.md."),
  UNRECORDED_VALUE(
      1211,
      "The program reads something from outside MPI that FTMPJ does not record, or whose"
          + " effects it does not repeat: a socket, another process, the work of the garbage"
          + " collector.",
      "If the result decides what the program sends or prints, get it from another source,"
          + " or pass it to the program at its start, for example in its arguments; see"
          + " docs/values.md. Otherwise there is nothing to do."),
  NO_MAIN_CLASS(
      1204,
      "The program's main class is not on its class path.",
      "Check -cp and the name of the class."),

  LOG_NOT_WRITABLE(
      1301,
      "A log or another file of the job cannot be created or written: the directory is"
          + " missing, the permission is missing, or the disk is full.",
      "Check that the log directory exists, is writable and has free space; --job-dir or"
          + " TMPDIR chooses another."),
  LOG_CORRUPT(
      1302,
      "A log or another file of the job does not contain what was written to it.",
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
      "A part of a log is required that was removed as no longer required.",
      "With checkpoints FTMPJ removes everything that none of them requires, see"
          + " docs/log-space.md; run with --keep-logs to keep all of it. Otherwise find out what"
          + " else has removed a part of this log: without it the rank cannot be recovered."),

  LOGGER_UNREACHABLE(
      1401,
      "Nothing answers at the address of the event logger.",
      "Start the event logger (`ftmpj logger`), or correct its address."),
  WRONG_SECRET(
      1402,
      "The event logger and the rank do not know the same secret.",
      "Give ranks and event logger the same secret file."),
  FENCED(
      1403,
      "The event logger, or a log, has seen a newer incarnation of this rank.",
      "A newer incarnation of this rank has started; this one must not continue."),
  CANNOT_LISTEN(
      1404,
      "The event logger cannot listen at its address: another process uses the port, or the"
          + " address does not belong to this machine.",
      "Choose another port (--port), or an address of this machine (--bind), to listen on."),
  LOGGER_MAJORITY_AWAY(
      1405,
      "A majority of the event loggers does not answer, or has lost its data.",
      "The job waits, and continues when a majority answers: restart the missing event"
          + " loggers, with their stores."),
  LOGGER_NOT_ENROLLED(
      1406,
      "Two of the addresses of event loggers that were given for the job lead to the same"
          + " event logger.",
      "Give the addresses of event loggers that are different processes, each with its own"
          + " store, and each once: `--logger a:port,b:port,c:port`."),
  AGREEMENT_FULL(
      1407,
      "The data that the coordinator of a job has to record for its successor is more than"
          + " 1 MiB.",
      "Give the job a shorter environment and class path, or fewer ranks."),
  NO_COORDINATOR(
      1408,
      "An event logger cannot agree with the others of its job, because the libraries for"
          + " this are missing.",
      "Run `./ftmpj build` where the event logger is started; beside a copied ftagent.jar"
          + " put the directory coordinator/target/coordinator as `coordinator`."),

  DIVERGED(
      1501,
      "A restarted rank behaved differently from before its death: the re-execution would"
          + " give a wrong result.",
      "The program did not repeat what it did before the failure; see"
          + " docs/how-it-works.md#what-cannot-be-recovered."),
  LOST_DETERMINANT(
      1502,
      "A restarted rank requires the recorded outcome of an operation, but the outcome is"
          + " missing.",
      "No log contains an outcome that others depend on; the job cannot be recovered."),
  CRASH_LOOP(
      1503,
      "A process died several times in a row without making progress.",
      "The rank dies again and again at the same point; look at its output for the cause."),

  RANK_SUSPENDED(
      1504,
      "The process of a rank is stopped by a signal, and the others will wait for it.",
      "Continue it with `kill -CONT`, or kill it to have it recovered; option rank.timeout"
          + " does that."),
  SUPERVISOR_LOST(
      1505,
      "The process that supervises another rank is gone, and nothing can restart that rank"
          + " any more.",
      "Find out what ended that process, for example a lack of memory or a kill, and run"
          + " the job again."),
  NOT_VERIFIED(
      1506,
      "A rank that was repeated from its record (`ftmpj verify`) behaved differently, or"
          + " could not be repeated.",
      "Look at the line of the program that is named and at the code before it; see"
          + " docs/verify.md."),
  THREADS_STUCK(
      1507,
      "The threads of a restarted rank cannot repeat the order of events that was recorded.",
      "Threads of the program share something without a lock, or wait for something that is not"
          + " recorded; see docs/threads.md."),
  RANK_SILENT(
      1508,
      "A rank whose process is not stopped by a signal gives no sign of life: a debugger"
          + " has stopped its threads, its heap is full, or the machine has no time for it. The"
          + " others will wait for it.",
      "There is nothing to do if a debugger is attached. Otherwise examine the rank with"
          + " `jcmd PID Thread.print`, or kill it to have it recovered; option rank.timeout does"
          + " that. See docs/detection.md."),
  SELF_CHECK(
      1509,
      "A thread of FTMPJ in this process has ended by an error, or has made no progress for"
          + " longer than option selfcheck.timeout; the message names its position. The process"
          + " was ended: a rank or an event logger is restarted, a host daemon ends the job.",
      "Look for a full or slow disk, or a lack of memory, at that time. If there is none,"
          + " it is a defect of FTMPJ; please report it with that message. See docs/detection.md."),
  CHILD_DIFFERS(
      1513,
      "A process that a program had started, and that had not ended when its rank died, was"
          + " run again. It has written something else than the program had read from it.",
      "The output of the process has to follow from its command, its input and its files:"
          + " not from times, process numbers or the actions of other processes. See"
          + " docs/values.md#child-processes."),
  CHILD_NOT_REPEATED(
      1514,
      "A process that a program had started, and that had not ended when its rank died,"
          + " cannot be run again.",
      "Its command has to exist on each host of the job. See" + " docs/values.md#child-processes."),
  ENDED_EARLY(
      1515,
      "A restarted rank ended before it had reached its predecessor's position: by an"
          + " uncaught exception, by an exit, or because main returned. The previous run did not"
          + " end there.",
      "The program did not repeat what it did before the failure: the cause of its end is"
          + " not recorded, for example a file that has changed. See"
          + " docs/how-it-works.md#what-cannot-be-recovered."),
  STOPPED_UNSEEN(
      1516,
      "A thread was stopped in a call of MPI by means other than a call of Thread.stop() in"
          + " a class of the program, such as reflection or a debugger. What it had done is not"
          + " recorded.",
      "Call Thread.stop() itself, which is recorded, or better end the thread by a message;"
          + " see docs/threads.md."),
  PRINTED_DIFFERENTLY(
      1518,
      "A rank that was repeated from its record (`ftmpj verify`) sent and found the same as"
          + " before, but printed other lines.",
      "Look at the first of these lines: it shows something that is not recorded, such as a"
          + " field that threads change without a lock; see docs/verify.md. The messages of the"
          + " rank do not depend on it."),

  FILE_NOT_AS_READ(
      1510,
      "A restarted rank requires a file in the state in which the rank read it, but"
          + " something that is not recorded has changed, replaced or removed the file since.",
      "Do not change files that the job reads while it runs; see docs/values.md#files."),
  WRITTEN_DIFFERENTLY(
      1511,
      "A restarted rank has written something else to a file than it had before its death.",
      "The program did not repeat what it did before the failure; see docs/values.md#what-is-not-covered."),
  MAPPED_TOGETHER(
      1512,
      "A restarted rank has mapped a part of a file to memory that another rank has mapped,"
          + " too: their communication through it is not recorded.",
      "Let each rank map a part of its own, or exchange data by messages; see"
          + " docs/values.md#files."),

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
      "The command cannot be applied to a running job.",
      "Stop it first, by SIGTERM or Ctrl-C to its launcher."),
  NO_SUCH_JOB(
      1605,
      "There is no job with that id or in that directory.",
      "`ftmpj jobs` lists the jobs of this user on this host."),
  NO_STARTER(
      1606,
      "The starter of MPJ Express does not answer.",
      "Look for an earlier error of the starter (mpjrun) or of another rank; all must be able to"
          + " reach its port."),
  NOT_RECORDED(
      1607,
      "A job's directory lacks data that is required to repeat its ranks.",
      "Run the job with `ftmpj run --record`, and with an event logger of its own."),
  NOT_MEASURED(
      1608,
      "A program that a benchmark (`./ftmpj bench`) runs did not end as expected.",
      "Look at its output, and correct the cause; you can run the program that is named by"
          + " `./ftmpj run`, alone."),
  NO_METRICS(
      1609,
      "Metrics cannot be served at the address of --metrics: another process uses the port,"
          + " the address does not belong to this machine, or this program was built without"
          + " metrics.",
      "Choose another address for --metrics, or omit it."),
  NOT_ARCHIVED(
      1610,
      "The archive of classes that makes ranks start faster (`ftmpj archive`) cannot be made.",
      "Ranks run without it, too, and start more slowly; the message says what went wrong."),
  NOT_OURS(
      1611,
      "A directory that should be removed contains something that FTMPJ has not created,"
          + " has no readable record of a job, or belongs to another user. FTMPJ never removes"
          + " what it has not created.",
      "Look at the files that are named; move them to another place and try again, or"
          + " remove the directory yourself."),
  OUTPUT_LOST(
      1612,
      "The output of a job's ranks, or of a command, cannot be written to standard output"
          + " or standard error: the disk is full, or the reader has ended. A job is then stopped.",
      "Write to a place with free space; for a job that outlives its reader, to a file."),
  HOSTS_MISSING(
      1613,
      "Not all hosts of a job have joined it, or a host daemon (`ftmpj hostd`) could not be"
          + " started.",
      "Look at the messages about the hosts that are named; docs/hosts.md lists the"
          + " requirements of a host."),
  HOST_DIFFERS(
      1614,
      "The files that the ranks of a job run from are not the same on every host: a jar, a"
          + " class or another file is missing, or differs.",
      "Put the same files at the same paths on every host that is named."),
  LOGS_ELSEWHERE(
      1615,
      "A job ran on several hosts, and a command requires data that is on another host.",
      "Run the command on the host that is named, with the id that the job has there;"
          + " `ftmpj jobs` there lists it."),
  NO_ALLOCATION(
      1616,
      "There is no job of Slurm to run in, it has no room for so many ranks, or Slurm's"
          + " commands do not work on this host.",
      "Run `ftmpj run` once, within `salloc` or a batch script, with enough tasks (-n) and"
          + " with srun and scontrol in the PATH; `--via local` runs all ranks on this host."),
  NO_PROCESS(
      1617,
      "The rank that `ftmpj kill` should kill has no process on this host now: it has"
          + " ended, is just being started, or its job does not run.",
      "See `ftmpj status JOB`; a rank that is being started can be killed a moment later."),

  HOST_LOST(
      1701,
      "Another host has become silent on all paths, or its process of FTMPJ has ended. At"
          + " level host the job continues without it, if another host has room for its ranks.",
      "Check whether that host is up, what its host daemon reported last, and whether the"
          + " network between the hosts works; host.timeout sets how long silence is tolerated."),
  SESSION_CLOSED(
      1702,
      "The process of FTMPJ on another host, or this one, has ended their session.",
      "Look at what that host, or the launcher, reported before: it has ended, or ends the"
          + " job."),
  CANNOT_MEET(
      1703,
      "This process cannot listen for other hosts at an address: another process uses the"
          + " port, or the address does not belong to this machine.",
      "Choose another port, or addresses of this machine (--bind)."),
  HOST_GIVEN_UP(
      1704,
      "The launcher has ended its session with this host: it has given the host up, because"
          + " the host was cut off or stood still, or the launcher has ended itself. Whatever this"
          + " host has done since then does not count; its ranks have been stopped.",
      "There is nothing to do for the job, which continues on other hosts or says why not;"
          + " find out why this host was not heard for host.timeout."),
  COORDINATOR_LOST(
      1705,
      "A host has lost the launcher of its job, and no other process has replaced the"
          + " launcher for a quarter of an hour, or for a minute if the job was ending or had just"
          + " begun: no majority of the event loggers answered, or every process that was started"
          + " ended again. The ranks on the host have been stopped.",
      "Check the event loggers first, then the messages of the host daemons; start the job"
          + " again."),
  COORDINATOR_REPLACED(
      1706,
      "Another process has taken over the job from this one: a host, because this process"
          + " was not heard, or `ftmpj run --attach`. This process has ended and has stopped"
          + " nothing.",
      "There is nothing to do for the job, which continues; `ftmpj run --attach JOB` shows"
          + " its output on this terminal."),
  NOT_SUCCEEDED(
      1707,
      "A job cannot be taken over: its event loggers do not know it, or it has ended, or it"
          + " ends with its launcher.",
      "Name the job and its event loggers as `ftmpj jobs` and the command that started it"
          + " do. Jobs on several hosts at level quorum can be taken over, from a few seconds"
          + " after their ranks have started."),
  INPUT_LOST(
      1708,
      "Rank 0 reads the standard input of the job, which was the launcher's and is lost.",
      "Provide the program's input in a file, or start the launcher on a host that will not"
          + " be lost."),
  CONSOLE_LOST(
      1709,
      "A process that had attached to a job cannot show the job's output any more: its"
          + " terminal or connection is gone, or the reader of its output has ended. This process"
          + " has ended and has stopped nothing.",
      "There is nothing to do for the job, which continues; attach to it again to see its"
          + " output."),
  FOREIGN_PEER(
      1721,
      "A process that connects to a port of a job, or answers there, is no host of this"
          + " job. Nothing that it says is trusted; such connections are counted and dropped.",
      "Find out what it is: a scanner, another program, or a host of another job at a"
          + " reused address."),
  HOST_SECRET(
      1722,
      "Two hosts do not know the same secret, or something between them changes their"
          + " messages.",
      "Give the launcher and all host daemons of a job the same secret (--secret-file;"
          + " under `mpjrun` option `secret.file`)."),
  HOST_VERSION(
      1723,
      "Two hosts run versions of FTMPJ that do not understand each other.",
      "Install the same version of FTMPJ on all hosts."),
  WEAK_SECRET(
      1726,
      "The secret in a file could be guessed: it is too short, or has few different"
          + " characters.",
      "Make a random one, `(umask 077; openssl rand -hex 32 > FILE)`, and give the same"
          + " file to all hosts and event loggers of the job."),
  SECRET_EXPOSED(
      1727,
      "Other users of the host can read or change the file with a secret, or it belongs to one of"
          + " them.",
      "`chmod 600 FILE` as its owner; if others may have read it, make another one: `openssl rand"
          + " -hex 32`."),
  FOREIGN_FILE(
      1728,
      "A file or directory that FTMPJ should continue from, or write to, belongs to another"
          + " user, or others can change it, or it is a link.",
      "Find out who has put it there. Remove it, or choose a directory that only you can"
          + " write to."),

  CHECKPOINT_OF_THREADS(
      1801,
      "A checkpoint cannot be taken while a thread of the program other than main's is"
          + " running.",
      "There is nothing to do: the rank continues without that checkpoint, and is recovered"
          + " from an earlier one or from its start."),
  IMAGE_CORRUPT(
      1811,
      "The image of the heap in a checkpoint does not contain what was written, or ends too"
          + " early.",
      "There is nothing to do: the rank is recovered from the previous checkpoint, or from"
          + " its start. Find out what has changed or cut the file."),
  IMAGE_DIFFERS(
      1812,
      "A checkpoint was taken by another Java virtual machine, another version of FTMPJ or"
          + " of the program than the one that should continue from it. The message names all"
          + " differences.",
      "Restart the rank with the versions that it ran with before; otherwise it is"
          + " recovered from its start."),
  UNKNOWN_OBJECTS(
      1813,
      "This Java virtual machine lays objects out in a way that FTMPJ does not know, so no"
          + " checkpoints can be taken.",
      "Use a release of Java 17 to 25, or run without checkpoints."),
  FILE_CHANGED(
      1814,
      "A file that the program had open at a checkpoint is missing, or has changed.",
      "There is nothing to do: the rank is recovered from the previous checkpoint, or from"
          + " its start. Do not touch files that a program has open while it runs."),
  NOTHING_TO_RESTART_FROM(
      1821,
      "Neither of the two checkpoints of a dead rank can be used, or none could be restored"
          + " in two attempts, and the logs before them were removed.",
      "Run the job again. The preceding messages say what is wrong with each checkpoint: if"
          + " the Java virtual machine or the program has changed, do not replace them while a job"
          + " runs. With --keep-logs such a rank is repeated from its beginning."),
  LOGS_PRUNED(
      1822,
      "A job should be verified whose logs are not whole, because its ranks took"
          + " checkpoints: everything that these do not require was removed.",
      "Verify the part after the checkpoints: `ftmpj verify JOB --from-checkpoint`. To"
          + " verify all of it, run the job with --keep-logs (option checkpoint.keep.logs=true),"
          + " or without checkpoints."),
  NO_CHECKPOINT(
      1823,
      "A requested checkpoint (`ftmpj checkpoint`) could not be taken of every rank.",
      "Look at the messages about the ranks; docs/checkpoints.md#what-cannot-be-captured"
          + " explains them. The job continues, and the other ranks have their checkpoints."),
  NOTHING_TO_VERIFY_FROM(
      1824,
      "A rank should be verified from a checkpoint, but none of its checkpoints can be"
          + " used, and the logs before them were removed.",
      "Look at the message about each checkpoint. If the program, FTMPJ or the Java virtual"
          + " machine has changed since the run, verify with the versions that the job ran with."),
  NOT_COPIED(
      1825,
      "A checkpoint could not be copied to the directory of --checkpoint-dir, or to another"
          + " host (--checkpoint-copies).",
      "Look at the message about that directory, or that host: whether it exists, and has"
          + " room. The job continues, and the copy is tried again; until one succeeds, ranks of a"
          + " lost host restart from older copies, or are repeated from their beginning. If no"
          + " other host remains, there is nothing to do."),
  COPY_UNUSABLE(
      1826,
      "The copy of a checkpoint (--checkpoint-dir, --checkpoint-copies) of a rank whose"
          + " host was lost cannot be used.",
      "There is nothing to do: the rank restarts from an older copy, or is repeated from"
          + " its beginning. Find out what has changed or removed files in that directory, or"
          + " whether that host has room."),
  NOT_SHARED(
      1827,
      "The directory of --checkpoint-dir is not the same one on all hosts of a job, or cannot be"
          + " written.",
      "Name a directory on a file system that the launcher's host and all hosts of the job share,"
          + " where this user may write."),
  COPIES_LOST(
      1828,
      "Ranks of a host that is lost, or not named, cannot continue: no present host has a"
          + " usable copy of a checkpoint of them, and the logs before it were removed.",
      "If the job was resumed without hosts that it had before, resume it again with them,"
          + " as `ftmpj resume JOB --hosts` names them; otherwise run it again. Without --log-max"
          + " logs are kept whole where copies are at the next host (--checkpoint-copies partner),"
          + " and such ranks are repeated from their beginning."),
  FOREIGN_COPY(
      1829,
      "The copy of a checkpoint (--checkpoint-dir, --checkpoint-copies), or of messages"
          + " that a rank has sent, is not as a host of this job has made it: it was changed, or"
          + " comes from elsewhere.",
      "There is nothing to do: the rank restarts from an older copy, or is repeated from"
          + " its beginning. Find out who else can write to that directory, and choose one that"
          + " only you can write to."),
  BEFORE_RESTORE(
      1831,
      "A program that restores its state itself (ftmpj-api) has sent or received before"
          + " `restoreOr`, or has done something while its state was restored that would have to"
          + " be recorded.",
      "Send and receive after `restoreOr`, or in its argument; see"
          + " docs/api.md#what-comes-before-restoreor."),
  NOT_A_SAFE_POINT(
      1832,
      "A program has reached a safe point (ftmpj-api) with a request that it has not waited"
          + " for, or in a thread other than main's.",
      "Wait for all requests before a safe point; see docs/api.md#safe-points."),
  STATE_NOT_SAVED(
      1833,
      "The state that a program has named for its checkpoints (ftmpj-api) cannot be serialized or"
          + " made again.",
      "Make the class that is named serializable, or keep its objects out of the state (transient);"
          + " see docs/api.md#what-is-saved."),
  OTHER_PROLOGUE(
      1834,
      "A restarted rank has read other values before `restoreOr` (ftmpj-api) than before"
          + " its death, so its state would not be the same.",
      "The code before `restoreOr` must depend only on the arguments and on values that are"
          + " recorded; see docs/api.md#what-comes-before-restoreor."),
  NOT_RESUMABLE(
      1841,
      "A job cannot be resumed: it has ended, or is of a kind that cannot be resumed.",
      "The message says why. Jobs that were started with --walltime, --log-max or"
          + " checkpoints can be resumed when they were stopped or their launcher was lost, if"
          + " their event loggers have their history, and their hosts their parts; `ftmpj jobs`"
          + " shows them."),
  LOG_QUOTA(
      1842,
      "The logs of a job have reached its quota (--log-max, option log.max), and their"
          + " content is still required. The job was stopped, and can be resumed.",
      "The message says which ranks have no checkpoint, and why. Continue with a larger"
          + " quota: `ftmpj resume JOB --log-max MIB`. Logs are not pruned of ranks that cannot be"
          + " captured; and where hosts can be lost, without --checkpoint-dir or"
          + " --checkpoint-copies partner. See docs/log-space.md#a-quota.");

  /** EX_USAGE of sysexits.h. */
  private static final int CALLED_WRONGLY = 64;

  /** EX_SOFTWARE of sysexits.h. */
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
