package org.ftmpj.benchmarks;

import java.util.List;

/** What the benchmark runs on. */
enum Variant {
  STOCK("stock niodev", List.of("--stock")),
  PROCESS("FTMPJ, level process", List.of("--durability", "process")),
  HOST("FTMPJ, level host", List.of("--durability", "host"));

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
