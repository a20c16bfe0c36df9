package org.ftmpj.agent;

import java.util.Arrays;
import java.util.function.Consumer;
import org.ftmpj.agent.checkpoint.CheckpointPart;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.interceptors.bridge.child.Children;
import org.ftmpj.interceptors.bridge.value.ChildHooks;

/** Processes that the program starts, as its rank sees them. Any thread. */
final class ProgramChildren implements ChildHooks {
  private final Program program;
  private final ProgramFiles files;
  private final Consumer<String> notices;
  private final boolean recorded;
  private final boolean imaged;

  /**
   * @param notices gets a line about processes that are run again
   * @param recorded whether what they do is recorded
   * @param imaged whether there are checkpoints
   */
  ProgramChildren(
      Program program,
      ProgramFiles files,
      Consumer<String> notices,
      boolean recorded,
      boolean imaged) {
    this.program = program;
    this.files = files;
    this.notices = notices;
    this.recorded = recorded;
    this.imaged = imaged;
  }

  /** Processes of earlier incarnations are run again only once this one repeats nothing. */
  void repeat(OpenRank rank) {
    Children.repeat();
    rank.whenLive(
        () -> {
          Thread thread = new Thread(this::restart, "ftmpj children");
          thread.setDaemon(true);
          thread.start();
        });
  }

  private void restart() {
    try {
      Children.restart();
    } catch (RuntimeException | Error e) {
      throw program.stop(e);
    }
  }

  @Override
  public boolean isRecorded() {
    return recorded && program.isKnown();
  }

  @Override
  public void commit() {
    program.commitOutput();
  }

  @Override
  public boolean storesInput() {
    return imaged;
  }

  @Override
  public void repeats(String what) {
    notices.accept(what + " had not ended when the rank died, and is run again");
  }

  @Override
  public void removeAgain(String file) {
    files.removeAgain(file);
  }

  @Override
  public RuntimeException differs(String what) {
    return program.stop(new FtmpjException(ErrorCode.CHILD_DIFFERS, what));
  }

  @Override
  public RuntimeException isNotRepeated(String what, Exception why) {
    return program.stop(
        new FtmpjException(
            ErrorCode.CHILD_NOT_REPEATED, what + " cannot be run again: " + Reason.of(why), why));
  }

  /** The processes that have not ended. */
  static final class Running implements CheckpointPart {
    @Override
    public Object saved() {
      return Children.imaged();
    }

    @Override
    public void restore(Object saved) {
      Children.restore(Arrays.asList((Object[]) saved));
    }
  }
}
