package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.image.HeapTrace;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.checkpoint.image.NotCapturable;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.device.DeviceObjects;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.transport.journal.FreeSpace;

/** Takes checkpoints of the rank, between two operations. The thread that runs main. */
final class CheckpointCapture {
  private final CheckpointStore store;
  private final FreeSpace space;
  private final ImageWriter images;
  private final HeapNames names;
  private final List<Kept> kept;
  private final FtDevice device;
  private final RankSession session;
  private final OutputWriter output;
  private final Function<Throwable, RuntimeException> stop;
  private final CheckpointNotices notices;

  /**
   * @param stop called with what went wrong in the session: stops the rank
   */
  CheckpointCapture(
      CheckpointStore store,
      FreeSpace space,
      ImageWriter images,
      HeapNames names,
      List<Kept> kept,
      FtDevice device,
      RankSession session,
      OutputWriter output,
      Function<Throwable, RuntimeException> stop,
      CheckpointNotices notices) {
    this.store = store;
    this.space = space;
    this.images = images;
    this.names = names;
    this.kept = kept;
    this.device = device;
    this.session = session;
    this.output = output;
    this.stop = stop;
    this.notices = notices;
  }

  /**
   * Takes one; whatever goes wrong leaves the program alone.
   *
   * @param frames of its stack, outermost first
   * @return why there is none; empty if there is
   */
  Optional<String> take(FrameRecord[] frames) {
    long startNs = System.nanoTime();
    DeviceObjects objects = new DeviceObjects(device);
    names.of(objects);
    CheckpointRoot root = CheckpointRoot.of(frames, kept, objects.outstanding());
    try {
      HeapTrace trace = images.trace(root.object());
      long bytes = write(trace, objects.held());
      notices.taken(bytes, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
      return Optional.empty();
    } catch (NotCapturable | HeapNames.OursException e) {
      return Optional.of(e.getMessage());
    } catch (IOException | FtmpjException e) {
      return Optional.of("it cannot be written: " + e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      notices.unexpected(e);
      return Optional.of("the attempt failed: " + e);
    }
  }

  /** How many bytes the image of the heap has. */
  private long write(HeapTrace trace, List<PendingRequest> held) throws IOException {
    Instant now = Instant.now();
    RankCheckpoint rank;
    try {
      rank = session.checkpoint(held);
    } catch (RuntimeException | Error e) {
      throw stop.apply(e);
    }
    Runtime memory = Runtime.getRuntime();
    if (!space.allows(memory.totalMemory() - memory.freeMemory())) {
      throw new IOException("there is not enough space on the disk beside what logs may need");
    }
    Stored begun = store.begin();
    try (FileChannel heap =
        FileChannel.open(begun.heap(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      trace.write(heap);
      CheckpointState state =
          new CheckpointState(now, heap.size(), output.position(), rank.encode());
      state.write(begun.state());
      store.commit(begun);
      return state.heapBytes();
    }
  }
}
