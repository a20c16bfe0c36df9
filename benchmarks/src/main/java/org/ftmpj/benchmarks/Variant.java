package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** What is compared: what a program runs on, or how often a client of the event logger waits. */
enum Variant {
  STOCK("stock niodev", List.of("--stock")),
  MULTICORE("stock multicore", List.of()),
  PROCESS("FTMPJ, level process", List.of("--durability", "process")),
  HOST("FTMPJ, level host", List.of("--durability", "host")),
  QUORUM("FTMPJ, level quorum", List.of("--loggers", "3")),
  CLASSICAL("classical, process", classical("process")),
  CLASSICAL_HOST("classical, host", classical("host")),
  OPEN_MPI("C Open MPI", List.of()),
  TWO_LINKS("level process, two links", List.of("--durability", "process")),
  NO_CHECK_SUM("no check sum", network("none", 10)),
  CRC32C("CRC32C", network("crc32c", 10)),
  FLETCHER_64("Fletcher-64", network("fletcher64", 10)),
  PLAIN_SUM("plain sum", network("sum", 10)),
  NO_CHECK_SUM_SELDOM("no check sum, detection every 1 s", network("none", Variant.SELDOM_MS)),
  SELDOM("detection every 1 s", network("crc32c", Variant.SELDOM_MS)),
  DETECTION("detection at the interval", List.of("--durability", "process")),
  GATE_1("1 determinant at each gate", List.of()),
  GATE_8("8 at each gate", List.of()),
  GATE_64("64 at each gate", List.of()),
  GATE_1024("1024 at each gate", List.of()),
  ONE_LOGGER("1 event logger", List.of()),
  ENSEMBLE("3 in an ensemble", List.of()),
  ENSEMBLES_2("2 ensembles of 3", List.of()),
  ENSEMBLES_3("3 ensembles of 3", List.of()),
  PARTS("FTMPJ", List.of()),
  PROTOCOL("the protocol alone", List.of()),
  LOGS("on logs, level process", List.of()),
  ALL_LIVE_SELDOM("all live, detection every 1 s", List.of()),
  ALL_LIVE("all live", List.of()),
  ONE_BY_ONE("they die one by one", List.of()),
  IN_PAIRS("they die in pairs", List.of()),
  EACH_ITSELF("each watches each", List.of()),
  RING_AND_TREE("watched on a ring, told over a tree", List.of()),
  TOLD("until the launcher tells of it", List.of()),
  STARTED("until its rank is started", List.of()),
  REPEATED("until its record is repeated", List.of()),
  LIVE("until a new message of it", List.of()),
  NO_CHECKPOINTS("without checkpoints", List.of("--durability", "process")),
  CHECKPOINTS(
      "checkpoints every second", List.of("--durability", "process", "--checkpoint-every", "1s")),
  ON_REQUEST(
      "checkpoints possible, none taken",
      List.of("--durability", "process", "--checkpoint-every", "request")),
  TRANSPARENT("checkpoints, program unchanged", checkpointsAsTold()),
  AWARE("checkpoints by ChkptDo", checkpointsAsTold()),
  EQUATION_1_1("restart, MPI/FT's equation 1.1", List.of()),
  RESTART("restart from zero", List.of("--stock")),
  COORDINATED("coordinated checkpoints", checkpointsAsTold()),
  LOGGING("logging alone", List.of("--durability", "process")),
  LOGGING_CHECKPOINTS(
      "logging with checkpoints",
      List.of("--durability", "process", "--checkpoint-every", Variant.CHECKPOINTS_EVERY_S + "s")),
  EQUATION_1_2("checkpoints, its equation 1.2", List.of()),
  NO_VALUES(
      "level process, no values recorded",
      List.of(
          "--durability",
          "process",
          "-J",
          "-Dft.values.clock=false",
          "-J",
          "-Dft.values.random=false",
          "-J",
          "-Dft.values.uuid=false",
          "-J",
          "-Dft.values.hash=false",
          "-J",
          "-Dft.values.environment=false",
          "-J",
          "-Dft.values.files=false")),
  NO_THREADS(
      "level process, threads refused",
      List.of("--durability", "process", "-J", "-Dft.threads=refuse"));

  /** Detection so seldom, in milliseconds, that it costs next to nothing: there is no switch. */
  static final int SELDOM_MS = 1_000;

  /** Where ranks are killed at random. */
  static final int CHECKPOINTS_EVERY_S = 2;

  private final String title;
  private final List<String> options;

  Variant(String title, List<String> options) {
    this.title = title;
    this.options = options;
  }

  /** As in MPICH-V2, every reception is recorded. */
  private static List<String> classical(String durability) {
    return List.of("--durability", durability, "-J", "-Dft.receptions=all");
  }

  /** Checkpoints, but of themselves none: the program takes them, or more options say when. */
  private static List<String> checkpointsAsTold() {
    return List.of("--durability", "process", "--checkpoint-every", "request");
  }

  /** Level process, and what hosts do to keep what they send each other intact. */
  private static List<String> network(String checkSum, int detectionMs) {
    List<String> options = new ArrayList<>(List.of("--durability", "process"));
    options.addAll(List.of("-J", "-Dft.network.checksum=" + checkSum));
    options.addAll(detection(detectionMs));
    return options;
  }

  /** How often hosts look whether the paths between them are well. */
  static List<String> detection(int ms) {
    return List.of("-J", "-Dft.network.detection=" + ms);
  }

  /** How many links between hosts are used. */
  int links() {
    return this == TWO_LINKS ? 2 : 1;
  }

  String title() {
    return title;
  }

  /** Options of {@code ftmpj run}. */
  List<String> options() {
    return options;
  }
}
