package org.ftmpj.common.job;

import java.nio.file.Path;

/**
 * The layout of a job's directory. The launcher creates it with mode 0700 and removes it when the
 * job has ended.
 *
 * <pre>
 * job                        the job's name, program and owner; written first
 * labelled                   exists if each line of output begins with its rank, also after a resume
 * identity                   identifies the job among all others
 * owner                      locked by the process that runs the job, or a host's part of it
 * ended                      how the job ended, if the directory was retained
 * stopped                    that the job was stopped to be resumed, and what it had printed
 * secret                     the secret that ranks and event loggers share
 * control                    the control block: memory shared by all ranks (counters, doorbells)
 * channels/SRC-DST           channel log of that ordered pair of ranks, written by SRC
 * bulk/RANK                  payloads of that rank's large messages, to which the channel logs refer
 * bulk/SRC-DST               of a sender on another host that DST is connected with: payloads of its
 *                            large messages to DST, written by DST
 * determinants/RANK          determinant log of a rank, at durability level `process`
 * output/RANK                standard output and error of a rank, a logged channel to the console
 * output/RANK.begin          where the output log begins, if its beginning has been pruned
 * incarnations/RANK          the incarnation issued last
 * incarnations/RANK.process  the process of that incarnation
 * incarnations/RANK.farthest the operation that the rank had reached when it died
 * incarnations/RANK.stopped  incarnations that were stopped with the job before it was resumed
 * incarnations/RANK.start    how the rank is started: command, directory, environment
 * incarnations/RANK.checkpoint  results of the rank's checkpoints
 * hosts                      on several hosts: the job's hosts, and the host of each rank
 * addresses                  in a host's directory, if ranks connect with ranks of other hosts: the
 *                            address of each of them
 * remote/RANK                in the launcher's directory: the process of a rank on another host
 * paths                      in the launcher's directory: the state of the paths between hosts
 * launch                     in the launcher's directory: how a resumable job starts on its hosts
 * losses                     in the launcher's directory, if the job was stopped: its lost hosts
 * taken                      in a host's directory, if the job was stopped: how much of other hosts'
 *                            channel logs it has
 * classes                    digests of the program's class files, if the job is recorded
 * reach                      the methods of the program that may call MPI, if it takes checkpoints;
 *                            found by the first rank of this host
 * reach.lock                 locked while that rank searches
 * exit/RANK                  exit record
 * appended/FILE-RANK         that this rank appends to that file; FILE is a digest of its path
 * appended/...               the ranks' operations on files, see the agent's FileJournal
 * checkpoints/RANK/NUMBER    a checkpoint of that rank: its heap image and its state of the protocol
 * retention/RANK             the first positions in the logs that the rank's checkpoints require
 * arrived/RANK               of a rank on another host: the messages to it that its host has
 * reported/CALL              that a rank has warned of that call, whose order is not recorded
 * counters/RANK              the counters of the rank's last incarnation
 * recovered/RANK.INCARNATION a report of a recovery, written when it was complete
 * waits/RANK                 what the rank waits for, or has waited for, for a second or longer
 * stderr/RANK.INCARNATION    what the JVM itself wrote to its standard error
 * crashes/RANK.INCARNATION   the report of a Java virtual machine that crashed
 * crashes/logger             the same of the event logger; logger-NUMBER if there are several
 * input/text, end, wanted    the input of rank 0, whether it has ended, how much was requested
 * logger/given               addresses of event loggers that the user has named
 * logger/away-NUMBER         not empty if the user was notified that logger NUMBER is away; 0: a
 *                            majority of the first ensemble, -1: of the second, and so on
 * logger/                    otherwise: store, address and process of the launcher's event logger
 * logger/NUMBER/             the same of each of several event loggers
 * supervisors/RANK           under MPJ Express's own launcher: how the rank's supervisor ended
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

  public Path bulk(int source, int destination) {
    return bulk().resolve(source + "-" + destination);
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

  public Path addresses() {
    return directory.resolve("addresses");
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

  public Path remote(int rank) {
    return directory.resolve("remote").resolve(Integer.toString(rank));
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

  /** The directory of {@link #retention(int)}; it exists once a rank's logs are pruned. */
  public Path retention() {
    return directory.resolve("retention");
  }

  public Path retention(int rank) {
    return retention().resolve(Integer.toString(rank));
  }

  public Path arrived(int rank) {
    return directory.resolve("arrived").resolve(Integer.toString(rank));
  }

  public Path checkpointRecord(int rank) {
    return directory.resolve("incarnations").resolve(rank + ".checkpoint");
  }

  public Path reported() {
    return directory.resolve("reported");
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
