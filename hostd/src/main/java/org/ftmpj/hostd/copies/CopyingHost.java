package org.ftmpj.hostd.copies;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.network.Session;

/**
 * The host whose checkpoints are copied.
 *
 * @param layout of the job's directory on this host
 * @param job identity of the job
 * @param host the number of this host
 * @param names of all hosts, in the order of their numbers from 1
 * @param lost hosts that were lost in earlier runs of the job
 * @param isResumed whether there were some
 * @param sessions with the other hosts, by their numbers; asked when the ranks have started
 * @param notice is called with notices for the user; any thread
 */
public record CopyingHost(
    JobLayout layout,
    String job,
    int host,
    List<String> names,
    List<Integer> lost,
    boolean isResumed,
    IntFunction<Session> sessions,
    Consumer<String> notice) {
  public CopyingHost {
    names = List.copyOf(names);
    lost = List.copyOf(lost);
  }

  /**
   * By which it proves its copies.
   *
   * @throws FtmpjException WRONG_SECRET if the job's secret cannot be read
   */
  CopyProofs proofs() {
    return CopyProofs.of(layout, job);
  }

  String nameOf(int number) {
    return names.get(number - 1);
  }
}
