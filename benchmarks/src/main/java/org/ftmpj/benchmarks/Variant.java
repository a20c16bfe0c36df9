package org.ftmpj.benchmarks;

import java.util.List;

/** What is compared: what a program runs on, or how often a client of the event logger waits. */
enum Variant {
  STOCK("stock niodev", List.of("--stock")),
  MULTICORE("stock multicore", List.of()),
  PROCESS("FTMPJ, level process", List.of("--durability", "process")),
  HOST("FTMPJ, level host", List.of("--durability", "host")),
  CLASSICAL("classical, process", classical("process")),
  CLASSICAL_HOST("classical, host", classical("host")),
  OPEN_MPI("C Open MPI", List.of()),
  TWO_LINKS("level process, two links", List.of("--durability", "process")),
  NO_CHECK_SUM("level process, no check sum", checkSum("none")),
  FLETCHER_64("level process, Fletcher-64", checkSum("fletcher64")),
  PLAIN_SUM("level process, plain sum", checkSum("sum")),
  GATE_1("1 determinant at each gate", List.of()),
  GATE_8("8 at each gate", List.of()),
  GATE_64("64 at each gate", List.of()),
  GATE_1024("1024 at each gate", List.of()),
  PARTS("FTMPJ", List.of()),
  PROTOCOL("the protocol alone", List.of()),
  LOGS("on logs, level process", List.of()),
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

  /** What is sent to other hosts is checked by another sum than usual. */
  private static List<String> checkSum(String kind) {
    return List.of("--durability", "process", "-J", "-Dft.network.checksum=" + kind);
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
