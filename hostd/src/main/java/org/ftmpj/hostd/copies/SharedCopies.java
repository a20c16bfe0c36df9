package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.Placement;

/** Copies in a directory that all hosts share. */
final class SharedCopies implements CopyKeeper {
  private final CopyDirectory directory;
  private final int host;
  private final Consumer<String> notice;
  private final Set<Integer> lost = new TreeSet<>();
  private final ToldNeeds needs;

  /**
   * Makes the part of this host in the directory.
   *
   * @throws FtmpjException NOT_SHARED
   */
  SharedCopies(CopyDirectory directory, CopyingHost here, int ranks) {
    this.needs = new ToldNeeds(here, ranks);
    this.directory = directory;
    this.host = here.host();
    this.notice = here.notice();
    if (here.isResumed()) {
      directory.reenter(host);
    } else {
      directory.enter(host);
    }
    here.lost().forEach(this::part);
  }

  @Override
  public CopyPlace place(int rank) throws IOException {
    return new DirectoryPlace(directory.make(host, rank));
  }

  @Override
  public CopyDirectory found() {
    return directory;
  }

  /** What it has copied is removed at the end. */
  @Override
  public boolean part(int other) {
    lost.add(other);
    try {
      directory.fence(other);
    } catch (FtmpjException e) {
      notice.accept(e.getMessage()); // One of the hosts that are left is enough.
    }
    return false;
  }

  @Override
  public void unreachable(int other) {
    // Nothing is asked of it.
  }

  @Override
  public void bring(Placement placement, List<Integer> moved) {
    // It is there.
  }

  @Override
  public void receive(int from, ByteBuffer content) {
    needs.receive(content);
  }

  @Override
  public void copied(int rank, int files) throws InterruptedException {
    try {
      needs.tell(rank, new DirectoryPlace(directory.of(host, rank)).lastTwo(files));
    } catch (IOException | FtmpjException e) {
      // Nothing is dropped until the next one is copied.
      notice.accept(
          "what rank %d needs of the logs is not known: %s"
              .formatted(rank, e instanceof IOException io ? Reason.of(io) : e.getMessage()));
    }
  }

  @Override
  public void hurry() {
    // Nothing is held back.
  }

  @Override
  public void stop() {
    // What is being copied is a matter of its thread.
  }

  @Override
  public void close(boolean kept) {
    if (!kept) {
      List<Integer> parts = new ArrayList<>(lost);
      parts.add(host);
      directory.leave(parts, notice);
    }
  }
}
