package org.ftmpj.benchmarks;

import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A run that has ended well.
 *
 * @param what was run
 * @param out lines of its standard output
 * @param err lines of its standard error
 * @param seconds from before the launcher's start until after its end
 */
record Run(String what, List<String> out, List<String> err, double seconds) {

  /**
   * The lines that begin with that, without it.
   *
   * @throws FtmpjException NOT_MEASURED if there are none
   */
  List<String> lines(String prefix) {
    List<String> found =
        out.stream()
            .filter(line -> line.startsWith(prefix))
            .map(line -> line.substring(prefix.length()))
            .toList();
    if (found.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.NOT_MEASURED, what + " has not said '" + prefix + "...', but: " + out);
    }
    return found;
  }
}
