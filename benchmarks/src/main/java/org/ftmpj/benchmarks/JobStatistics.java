package org.ftmpj.benchmarks;

import java.util.Arrays;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * What all ranks of a job together have counted, as {@code ftmpj run --stats} tells it, also of
 * ranks on other hosts, whose directories are gone.
 *
 * @param determinants that were recorded
 * @param messages that were sent
 */
record JobStatistics(long determinants, long messages) {
  /**
   * Reads the table.
   *
   * @throws FtmpjException NOT_MEASURED if the run has printed none
   */
  static JobStatistics of(Run run) {
    List<String> headings = cells(run, "ftmpj: rank ");
    List<String> all = cells(run, "ftmpj: all ");
    // The line of all has no incarnation.
    return new JobStatistics(
        number(all, headings.indexOf("determinants") - 1, run),
        number(all, headings.indexOf("messages") - 1, run));
  }

  private static List<String> cells(Run run, String beginning) {
    return run.err().stream()
        .filter(line -> line.startsWith(beginning))
        .findFirst()
        .map(line -> Arrays.asList(line.split(" {2,}")))
        .orElseThrow(() -> missing(run));
  }

  private static long number(List<String> cells, int column, Run run) {
    try {
      return Long.parseLong(cells.get(column));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw missing(run);
    }
  }

  private static FtmpjException missing(Run run) {
    return new FtmpjException(
        ErrorCode.NOT_MEASURED, run.what() + " has told no statistics, but: " + run.err());
  }
}
