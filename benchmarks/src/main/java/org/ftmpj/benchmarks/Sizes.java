package org.ftmpj.benchmarks;

/** Numbers of bytes as text. */
final class Sizes {
  private Sizes() {}

  static String text(int bytes) {
    if (bytes >= 1 << 20) {
      return (bytes >> 20) + " MiB";
    }
    return bytes >= 1 << 10 ? (bytes >> 10) + " KiB" : bytes + " B";
  }
}
