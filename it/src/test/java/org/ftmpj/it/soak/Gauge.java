package org.ftmpj.it.soak;

/** What is measured of a long-lived part, and how much more of it counts as no growth. */
enum Gauge {
  /**
   * Pages of mapped files that are in memory count here too: the system takes them back at will.
   */
  RESIDENT("resident memory", "KiB"),
  ANONYMOUS("memory but for mapped files", "KiB", 16 << 10, 0.15),
  HEAP("heap after collection", "KiB", 2 << 10, 0.15),
  DESCRIPTORS("open files", "", 24, 0.10),
  SOCKETS("sockets", "", 12, 0.10),
  THREADS("threads", "", 8, 0.10),
  REGIONS("mapped regions", "", 64, 0.10),
  DISK("disk space", "KiB", 32 << 10, 0.10),
  FILES("files", "", 48, 0.10);

  private final String text;
  private final String unit;
  private final long allowance;
  private final double share;

  /** For information only. */
  Gauge(String text, String unit) {
    this(text, unit, Long.MAX_VALUE / 2, 0);
  }

  /**
   * @param allowance what jobs that just run at that moment make of difference
   * @param share the same, as a part of what there is
   */
  Gauge(String text, String unit, long allowance, double share) {
    this.text = text;
    this.unit = unit;
    this.allowance = allowance;
    this.share = share;
  }

  String text() {
    return text;
  }

  String unit() {
    return unit;
  }

  /** By how much it may grow from that value. */
  long allowance(long from) {
    return allowance + (long) (share * from);
  }
}
