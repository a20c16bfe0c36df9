package org.ftmpj.benchmarks;

import java.util.List;

/** What a program runs on. */
enum Variant {
  STOCK("stock niodev", List.of("--stock")),
  MULTICORE("stock multicore", List.of()),
  PROCESS("FTMPJ, level process", List.of("--durability", "process")),
  HOST("FTMPJ, level host", List.of("--durability", "host")),
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
          "-Dft.values.files=false"));

  private final String title;
  private final List<String> options;

  Variant(String title, List<String> options) {
    this.title = title;
    this.options = options;
  }

  String title() {
    return title;
  }

  /** Options of {@code ftmpj run}. */
  List<String> options() {
    return options;
  }
}
