package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;

/** Copies in a directory that all hosts share. */
final class SharedCopies implements CopyRetention {
  private final CopyDirectory directory;
  private final CopyProofs proofs;
  private final int host;
  private final int hosts;
  private final UsableCopies usable;
  private final Consumer<String> notice;
  private final Set<Integer> lost = new TreeSet<>();

  /**
   * Makes the part of this host in the directory.
   *
   * @throws FtmpjException NOT_SHARED
   */
  SharedCopies(CopyDirectory directory, CopyingHost here, int ranks) {
    this.proofs = here.proofs();
    this.usable = new UsableCopies(here.layout(), proofs, ranks);
    this.directory = directory;
    this.host = here.host();
    this.hosts = here.names().size();
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
    return new DirectoryPlace(directory.make(host, rank), proofs);
  }

  @Override
  public CopyDirectory kept() {
    return directory;
  }

  @Override
  public List<CopyDirectory> found() {
    return List.of(directory);
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
  public List<Integer> bring(Placement placement, List<Integer> moved) {
    return moved.stream().filter(rank -> usable.areIn(directory, hosts, rank)).toList();
  }

  @Override
  public void receive(int from, ByteBuffer content) {
    throw new FtmpjException(
        ErrorCode.HOST_VERSION, "another host keeps copies of checkpoints otherwise than this one");
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
