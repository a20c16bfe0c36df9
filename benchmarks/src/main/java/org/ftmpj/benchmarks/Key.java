package org.ftmpj.benchmarks;

/**
 * What is measured.
 *
 * @param pattern {@code named} or {@code any}, see {@link PingPong}
 * @param bytes size of a message
 */
record Key(String pattern, int bytes) {
  String title() {
    String size =
        bytes >= 1 << 20
            ? (bytes >> 20) + " MiB"
            : bytes >= 1024 ? (bytes >> 10) + " KiB" : bytes + " B";
    return size + (pattern.equals("any") ? ", ANY_SOURCE + Waitany" : ", named source");
  }
}
