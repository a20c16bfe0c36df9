package org.ftmpj.protocol.error;

/**
 * Every way FTMPJ stops or refuses, with a code that never changes its meaning and the next step
 * for the user.
 *
 * <p>10xx set-up and options, 11xx the MPJ Express found, 12xx the program, 13xx logs, 14xx the
 * event logger, 15xx recovery, 16xx the launcher.
 */
public enum ErrorCode {
  BAD_OPTIONS(1001, "Correct the options named; docs/options.md lists all of them."),
  NO_JOB(1002, "Start the program with `ftmpj run -np N ...`, which sets the job's options."),
  UNSUPPORTED_JAVA(1003, "Use Java 17 or newer."),
  INTERNAL(1004, "This is a defect of FTMPJ; please report it with the job directory."),
  NO_LOOPBACK(1005, "Allow the program to use UDP on the loopback address."),

  NO_MPJ_EXPRESS(1101, "Install Debian's libmpj-java, or set MPJ_HOME to MPJ Express 0.44."),
  UNKNOWN_MPJ_EXPRESS(
      1102, "Use MPJ Express 0.44, the release this version of FTMPJ was made for."),
  NOT_WOVEN(1103, "Another agent may have changed the same classes; run without it."),
  UNSUPPORTED_DEVICE(
      1104,
      "Run every rank as a process of its own: `mpjrun -np N -dev niodev -javaagent:...`, or `ftmpj run -np N ...`."),
  SEVERAL_HOSTS(1105, "Name one host only in the machines file; all ranks have to run on it."),

  SECOND_THREAD(
      1201,
      "Call MPI from the thread that runs main; programs with MPI in several threads are not supported."),
  UNKNOWN_DESTINATION(1202, "The destination is no process of this job."),
  TRUNCATED(1203, "Post a receive at least as large as the message."),

  LOG_NOT_WRITABLE(1301, "Check that the log directory exists, is writable and has space left."),
  LOG_CORRUPT(1302, "The log was changed or damaged; the job cannot be recovered from it."),
  LOG_VERSION(
      1303, "The log was written by another version of FTMPJ; run the job with one version."),

  LOGGER_UNREACHABLE(1401, "Start the event logger (`ftmpj logger`), or correct its address."),
  WRONG_SECRET(1402, "Give ranks and event logger the same secret file."),
  FENCED(1403, "A newer incarnation of this rank has started; this one must not go on."),
  CANNOT_LISTEN(
      1404, "Choose another port (--port), or an address of this machine (--bind), to listen on."),

  DIVERGED(
      1501,
      "The program did not repeat what it did before the failure; see docs/how-it-works.md, What cannot be recovered."),
  LOST_DETERMINANT(1502, "An outcome others depend on is in no log; the job cannot be recovered."),
  CRASH_LOOP(
      1503, "The rank dies again and again at the same point; look at its output for the cause."),
  SUPERVISOR_LOST(
      1504, "Run the job again, and find out who ended that process: out of memory, or a kill?"),

  BAD_COMMAND(1601, "See `ftmpj --help`."),
  CANNOT_START(1602, "Check that the Java runtime and the class path are right."),
  JOB_STOPPED(1603, "The job was stopped on request."),
  NO_STARTER(
      1606,
      "Look for an earlier error of the starter (mpjrun) or of another rank; all must be able to reach its port.");

  private final int number;
  private final String nextStep;

  ErrorCode(int number, String nextStep) {
    this.number = number;
    this.nextStep = nextStep;
  }

  /** What the user does next, one sentence. */
  public String nextStep() {
    return nextStep;
  }

  /** The code as users see and search it, such as {@code FTMPJ-1402}. */
  @Override
  public String toString() {
    return "FTMPJ-" + number;
  }
}
