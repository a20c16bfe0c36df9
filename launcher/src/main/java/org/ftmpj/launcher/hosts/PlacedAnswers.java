package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.hostd.logs.MirroredChannel;

/** The answers of hosts after ranks were placed. One thread. */
final class PlacedAnswers {
  private final List<MirroredChannel> mirrored = new ArrayList<>();
  private final Set<Integer> copied = new TreeSet<>();
  private final Set<Integer> needing = new TreeSet<>();

  /** Takes an answer, if it is one of these. */
  void add(ToLauncher.Answer answer) {
    if (answer instanceof ToLauncher.Placed placed) {
      mirrored.addAll(placed.mirrored());
      copied.addAll(placed.copied());
      needing.addAll(placed.needing());
    }
  }

  /** The channel logs that all hosts have of the moved ranks. */
  List<MirroredChannel> mirrored() {
    return List.copyOf(mirrored);
  }

  /**
   * All have answered: finds out whether the ranks can go on, before it is noted that they do.
   *
   * @throws FtmpjException COPIES_LOST
   */
  void requireCopies() {
    needing.removeAll(copied);
    if (!needing.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.COPIES_LOST,
          "no host that is left has a copy of a checkpoint of ranks %s, and logs are pruned"
              .formatted(needing));
    }
  }
}
