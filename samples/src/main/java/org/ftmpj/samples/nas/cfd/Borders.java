package org.ftmpj.samples.nas.cfd;

/** Exchanges what is near the borders of blocks between neighbours. */
public interface Borders {
  /**
   * Fills the layers around this rank's blocks. All ranks call it.
   *
   * @param fields of each block one
   */
  void exchange(double[][] fields);
}
