package org.ftmpj.common.job;

import java.nio.file.Path;

/**
 * The layout of a job's directory. Mode 0700, created by the launcher, removed by it when the job
 * ended.
 *
 * <pre>
 * job                        what the job is and whose, written first
 * labelled                   there if each line of output begins with its rank, also when it is resumed
 * identity                   what tells it from every other job
 * owner                      locked by the process that runs the job, or a host's part of it
 * ended                      how it ended, if the directory was kept then
 * stopped                    that it was stopped to be resumed, and what was printed by then
 * secret                     shared by ranks and event logger
 * control                    the control block: memory shared by all ranks (counters, doorbells)
 * channels/SRC-DST           channel log of that ordered pair of ranks, written by SRC
 * bulk/RANK                  payloads of that rank's large messages, which the channel logs refer to
 * determinants/RANK          determinant log of a rank, at durability level `process`
 * output/RANK                standard output and error of a rank, a logged channel to the console
 * output/RANK.begin          where that begins, if what was printed before is not needed any more
 * incarnations/RANK          the incarnation issued last
 * incarnations/RANK.process  the process of that incarnation
 * incarnations/RANK.farthest the operation that the rank had come to when it died
 * incarnations/RANK.stopped  those that were stopped with the job, which was resumed then
 * incarnations/RANK.start    how the rank is started: command, directory, environment
 * incarnations/RANK.checkpoint  what has become of the rank's checkpoints
 * hosts                      of a job on several hosts: these, and which rank is where
 * elsewhere/RANK             in the launcher's directory: the process of a rank on another host
 * paths                      there: how the paths between hosts are
 * launch                     there: how a job that can be resumed is started on its hosts
 * losses                     there, when it was stopped: which hosts are lost
 * taken                      in a host's directory, then: how much of other hosts' channel logs it has
 * classes                    digests of the program's class files, of a job that is recorded
 * reach                      which methods of the program may come to a call of MPI, of one with
 *                            checkpoints; found by the first rank here
 * reach.lock                 locked while that is found out
 * exit/RANK                  exit record
 * appended/FILE-RANK         that this rank appends to that file, FILE a digest of its path
 * appended/...               what the ranks have done to files, see the agent's FileJournal
 * checkpoints/RANK/NUMBER    a checkpoint of that rank: its heap image and its state of the protocol
 * needed/RANK                from where on that rank's checkpoints need logs, if these are pruned
 * arrived/RANK               of a rank on another host: which messages to it that host has, likewise
 * told/CALL                  that a rank has told of that call, whose order is not recorded
 * counters/RANK              what the rank has counted, written by its last incarnation
 * recovered/RANK.INCARNATION what a recovery did, written when it was complete
 * waits/RANK                 what the rank waits for, or has waited for, for a second or longer
 * stderr/RANK.INCARNATION    what the JVM itself said on its standard error
 * crashes/RANK.INCARNATION   the report of a Java virtual machine that crashed
 * crashes/logger             that of the event logger; of several logger-NUMBER
 * input/text, end, wanted    what rank 0 was given to read, that it is all, how much was asked for
 * logger/given               addresses of the event loggers that the user has named, if so
 * logger/away-NUMBER         not empty if the user was told that this one of several is away; 0: most
 *                            of the first ensemble, -1: of the second, and so on
 * logger/                    else: store, address and process of the event logger that the launcher started
 * logger/NUMBER/             the same of several
 * supervisors/RANK           under MPJ Express's own launcher: how the supervisor of that rank ended
 * </pre>
 */
public record JobLayout(Path directory) {

  /** The name of the job's directory; two jobs may have the same. */
  public String name() {
    return directory.toAbsolutePath().normalize().getFileName().toString();
  }

  public Path job() {
    return directory.resolve("job");
  }

  /**
   * The mark of labelled output for a job on one host; for one over several hosts {@link #launch}
   * has it.
   */
  public Path labelled() {
    return directory.resolve("labelled");
  }

  public Path identity() {
    return directory.resolve("identity");
  }

  public Path owner() {
    return directory.resolve("owner");
  }

  public Path ended() {
    return directory.resolve("ended");
  }

  public Path stopped() {
    return directory.resolve("stopped");
  }

  public Path secret() {
    return directory.resolve("secret");
  }

  public Path control() {
    return directory.resolve("control");
  }

  public Path channels() {
    return directory.resolve("channels");
  }

  public Path channel(int source, int destination) {
    return channels().resolve(source + "-" + destination);
  }

  public Path bulk() {
    return directory.resolve("bulk");
  }

  public Path bulk(int source) {
    return bulk().resolve(Integer.toString(source));
  }

  public Path determinants() {
    return directory.resolve("determinants");
  }

  public Path determinants(int rank) {
    return determinants().resolve(Integer.toString(rank));
  }

  public Path output(int rank) {
    return directory.resolve("output").resolve(Integer.toString(rank));
  }

  /** The recorded standard input of the job, if it has one. */
  public Path input() {
    return directory.resolve("input");
  }

  public Path incarnation(int rank) {
    return directory.resolve("incarnations").resolve(Integer.toString(rank));
  }

  public Path process(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".process");
  }

  public Path start(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".start");
  }

  public Path classes() {
    return directory.resolve("classes");
  }

  public Path reach() {
    return directory.resolve("reach");
  }

  public Path reachLock() {
    return directory.resolve("reach.lock");
  }

  public Path hosts() {
    return directory.resolve("hosts");
  }

  public Path paths() {
    return directory.resolve("paths");
  }

  public Path launch() {
    return directory.resolve("launch");
  }

  public Path losses() {
    return directory.resolve("losses");
  }

  /** The file with the directory to which a job over several hosts copies checkpoints. */
  public Path copies() {
    return directory.resolve("copies");
  }

  /** Copies of other hosts' checkpoints. */
  public Path partner() {
    return directory.resolve("partner");
  }

  public Path taken() {
    return directory.resolve("taken");
  }

  public Path elsewhere(int rank) {
    return directory.resolve("elsewhere").resolve(Integer.toString(rank));
  }

  public Path exitRecord(int rank) {
    return directory.resolve("exit").resolve(Integer.toString(rank));
  }

  public Path appended() {
    return directory.resolve("appended");
  }

  public Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  public Path checkpoints(int rank) {
    return checkpoints().resolve(Integer.toString(rank));
  }

  /** The directory of {@link #needed(int)}; it exists once a rank's logs are pruned. */
  public Path needed() {
    return directory.resolve("needed");
  }

  public Path needed(int rank) {
    return needed().resolve(Integer.toString(rank));
  }

  public Path arrived(int rank) {
    return directory.resolve("arrived").resolve(Integer.toString(rank));
  }

  public Path checkpointRecord(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".checkpoint");
  }

  public Path told() {
    return directory.resolve("told");
  }

  public Path counters(int rank) {
    return directory.resolve("counters").resolve(Integer.toString(rank));
  }

  public Path waits(int rank) {
    return directory.resolve("waits").resolve(Integer.toString(rank));
  }

  public Path recovered(int rank, int incarnation) {
    return directory.resolve("recovered").resolve(rank + "." + incarnation);
  }

  public Path stderr(int rank, int incarnation) {
    return directory.resolve("stderr").resolve(rank + "." + incarnation);
  }

  public Path crash(int rank, int incarnation) {
    return directory.resolve("crashes").resolve(rank + "." + incarnation);
  }

  public Path loggerCrash() {
    return directory.resolve("crashes").resolve("logger");
  }

  /** The farthest operation of a rank before its last death. */
  public Path farthest(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".farthest");
  }

  /** The incarnations of a rank that were stopped with the job. */
  public Path stoppedWithJob(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".stopped");
  }

  /** The incarnation with which a rank moved to this host. */
  public Path cameAs(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".came");
  }

  /** The number of determinants that a rank had before it moved to this host. */
  public Path moved(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".moved");
  }

  public Path logger() {
    return directory.resolve("logger");
  }

  public Path givenLogger() {
    return logger().resolve("given");
  }

  /** The event loggers of a job that may have other coordinators than its launcher. */
  public Path agreeingLoggers() {
    return logger().resolve("agreeing");
  }

  public Path loggerNotice(int which) {
    return logger().resolve("away-" + which);
  }

  public Path supervisorEnd(int rank) {
    return directory.resolve("supervisors").resolve(Integer.toString(rank));
  }

  /** The mark that another supervisor has found this one dead. */
  public Path supervisorLost(int rank) {
    return directory.resolve("supervisors").resolve("lost-" + rank);
  }
}
