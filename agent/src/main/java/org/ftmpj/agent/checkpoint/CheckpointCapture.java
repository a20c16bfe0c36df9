package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.image.HeapTrace;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.checkpoint.image.NotCapturable;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.interceptors.device.DeviceObjects;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * Takes checkpoints of the rank, between two operations: writes them, while the program stands
 * still. The thread that runs main.
 */
final class CheckpointCapture {
  private final CheckpointStore store;
  private final CheckpointCommits commits;
  private final FreeSpace space;
  private final ImageWriter images;
  private final HeapNames names;
  private final CheckpointParts parts;
  private final FtDevice device;
  private final RankSession session;
  private final OutputWriter output;
  private final Function<Throwable, RuntimeException> stop;
  private final CheckpointAttempts attempts;

  /**
   * @param stop called with a failure of the session; stops the rank
   * @param attempts told of each attempt and its outcome
   */
  CheckpointCapture(
      CheckpointStore store,
      CheckpointCommits commits,
      FreeSpace space,
      ImageWriter images,
      HeapNames names,
      CheckpointParts parts,
      FtDevice device,
      RankSession session,
      OutputWriter output,
      Function<Throwable, RuntimeException> stop,
      CheckpointAttempts attempts) {
    this.store = store;
    this.commits = commits;
    this.space = space;
    this.images = images;
    this.names = names;
    this.parts = parts;
    this.device = device;
    this.session = session;
    this.output = output;
    this.stop = stop;
    this.attempts = attempts;
  }

  /**
   * Takes one; a failure does not affect the program. Returns when it is written; it is committed
   * later.
   *
   * @param frames of the program's stack, outermost first
   */
  void take(FrameRecord[] frames) {
    commits.await();
    parts.workers().hold(() -> takeHeld(frames)).ifPresent(attempts::busy);
  }

  private void takeHeld(FrameRecord[] frames) {
    DeviceObjects objects = new DeviceObjects(device);
    names.of(objects);
    CheckpointRoot root = CheckpointRoot.of(frames, parts.all(), objects.outstanding());
    take(
        images,
        root.object(),
        objects,
        CheckpointState.Kind.PROGRAM,
        parts.workers()::areUnchanged);
  }

  /**
   * Takes the state that the program names itself, in an image of its own; it has one thread.
   *
   * @param objects of the device that are in it
   */
  void take(ImageWriter images, Object root, DeviceObjects objects) {
    take(images, root, objects, CheckpointState.Kind.APPLICATION, () -> true);
  }

  /**
   * @param objects of the device that are in it
   * @param isStill whether the written objects have not changed meanwhile
   */
  private void take(
      ImageWriter images,
      Object root,
      DeviceObjects objects,
      CheckpointState.Kind kind,
      BooleanSupplier isStill) {
    commits.await();
    attempts.begun();
    long startNs = System.nanoTime();
    try {
      HeapTrace trace = images.trace(root);
      RankCheckpoint rank = rank(objects);
      requireSpace();
      Stored begun = store.begin();
      Instant taken = Instant.now();
      long bytes = write(begun, kind, trace, taken, rank);
      if (!isStill.getAsBoolean()) {
        store.abandon(begun);
        attempts.refused("a worker of an executor has ended while it was taken");
        return;
      }
      long pauseNs = System.nanoTime() - startNs;
      commits.begin(
          new CheckpointCommits.Written(
              begun,
              () ->
                  attempts.committed(
                      new Last(taken, bytes, pauseNs, System.nanoTime() - startNs, processorMs())),
              e -> attempts.refused(notWritten(e))));
    } catch (NotCapturable | HeapNames.OursException e) {
      attempts.refused(CheckpointRoot.described(e.getMessage(), parts.all()));
    } catch (IOException | FtmpjException e) {
      attempts.refused(notWritten(e));
    } catch (RuntimeException | OutOfMemoryError e) {
      attempts.failed(e);
    }
  }

  private static long processorMs() {
    return ProcessIdentity.current().processorTime().map(Duration::toMillis).orElse(0L);
  }

  private static String notWritten(Exception e) {
    return "it cannot be written: " + e.getMessage();
  }

  private RankCheckpoint rank(DeviceObjects objects) {
    try {
      return session.checkpoint(objects.requests(), objects.threads());
    } catch (RuntimeException | Error e) {
      throw stop.apply(e);
    }
  }

  private void requireSpace() throws IOException {
    Runtime memory = Runtime.getRuntime();
    long needed = memory.totalMemory() - memory.freeMemory();
    if (space.allows(needed)) {
      return;
    }
    store.removeSpare();
    if (!space.allows(needed)) {
      throw new IOException("there is not enough space on the disk beside what logs may need");
    }
  }

  /** The number of bytes in the image of the heap. */
  private long write(
      Stored begun, CheckpointState.Kind kind, HeapTrace trace, Instant now, RankCheckpoint rank)
      throws IOException {
    try (FileChannel heap =
        OnlyUser.open(begun.heap(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      trace.write(heap);
      heap.truncate(heap.position());
      CheckpointState state =
          new CheckpointState(kind, now, heap.size(), output.position(), rank.encode());
      state.write(begun.state());
      return state.heapBytes();
    } catch (IOException | RuntimeException | Error e) {
      // Not later: the disk may be full, and logs need the space.
      store.abandon(begun);
      throw e;
    }
  }
}
