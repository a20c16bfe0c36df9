package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.checkpoint.image.ImageReader;
import org.ftmpj.checkpoint.image.Leaves;
import org.ftmpj.checkpoint.image.ProgramTypes;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.config.CheckpointChoice;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.replay.rank.RecordedCheckpoint;
import org.ftmpj.supervisor.job.Notices;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;

/** A checkpoint from which this incarnation continues: it is sound, and fits this process. */
public final class Restart {
  /** The number of attempts with one, if there is nothing else to restart from. */
  private static final int TRIES = 2;

  private final CheckpointStore store;
  private final Stored stored;
  private final CheckpointState state;
  private final RankCheckpoint rank;
  private final ImageReader heap;
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean isRestored;

  private Restart(
      CheckpointStore store,
      Stored stored,
      CheckpointState state,
      RankCheckpoint rank,
      ImageReader heap) {
    this.store = store;
    this.stored = stored;
    this.state = state;
    this.rank = rank;
    this.heap = heap;
  }

  /**
   * The newest checkpoint that can be used, and that has not failed before if there is anything
   * else to restart from. Newer ones are removed.
   *
   * @param fingerprint of this process, which has to be that of the image
   * @param logs have everything that the checkpoint requires
   * @param warning told of each that cannot be used
   * @return empty if the rank restarts from the beginning of the program
   * @throws FtmpjException {@code NOTHING_TO_RESTART_FROM} if it cannot
   */
  public static Optional<Restart> newest(
      CheckpointStore store,
      Map<String, String> fingerprint,
      PrunedLogs logs,
      Consumer<String> warning) {
    List<Stored> all = store.all();
    List<Stored> candidates = candidates(all, logs.haveTheBeginning());
    for (Stored stored : candidates) {
      try {
        Restart restart = read(store, stored, fingerprint, logs);
        all.subList(0, all.indexOf(stored)).forEach(store::remove);
        return Optional.of(restart);
      } catch (FtmpjException e) {
        boolean last = stored == candidates.get(candidates.size() - 1);
        String next =
            last && !logs.haveTheBeginning()
                ? ""
                : ", so it restarts from " + (last ? "the beginning of the program" : "another");
        warning.accept(
            "its checkpoint " + stored.number() + " cannot be used" + next + ": " + e.getMessage());
      }
    }
    if (!logs.haveTheBeginning()) {
      throw new FtmpjException(
          ErrorCode.NOTHING_TO_RESTART_FROM,
          "of " + all.size() + " checkpoints none can be used, and the logs are pruned");
    }
    all.forEach(store::remove);
    return Optional.empty();
  }

  /**
   * The checkpoint from which the record of a rank is repeated, or the other one if that cannot be
   * used. Changes nothing.
   *
   * @param fingerprint of this process
   * @param logs likewise
   * @param unusable told why of each that cannot be used
   * @return empty if the rank is to be repeated from the beginning of the program
   * @throws FtmpjException {@code NOTHING_TO_VERIFY_FROM} if it cannot
   */
  public static Optional<Restart> recorded(
      CheckpointStore store,
      CheckpointChoice choice,
      Map<String, String> fingerprint,
      PrunedLogs logs,
      Consumer<String> unusable) {
    List<Stored> all = new ArrayList<>(store.all());
    if (choice == CheckpointChoice.OLDEST) {
      Collections.reverse(all);
    }
    List<String> reasons = new ArrayList<>();
    for (Stored stored : all) {
      try {
        Restart restart = read(store, stored, fingerprint, logs);
        reasons.forEach(unusable);
        return Optional.of(restart);
      } catch (FtmpjException e) {
        // The next step there is for restarts.
        reasons.add(
            "its checkpoint " + stored.number() + " cannot be used: " + e.code() + ": " + e.what());
      }
    }
    if (!logs.haveTheBeginning()) {
      throw new FtmpjException(
          ErrorCode.NOTHING_TO_VERIFY_FROM,
          "the logs do not have the beginning of the program, and no checkpoint can be used: "
              + String.join("; ", reasons));
    }
    reasons.forEach(unusable);
    return Optional.empty();
  }

  /** In the order in which they are to be tried. */
  private static List<Stored> candidates(List<Stored> all, boolean haveTheBeginning) {
    List<Stored> candidates = new ArrayList<>(all);
    candidates.removeIf(stored -> stored.failures() >= (haveTheBeginning ? 1 : TRIES));
    candidates.sort(Comparator.comparingInt(Stored::failures));
    return candidates;
  }

  private static Restart read(
      CheckpointStore store, Stored stored, Map<String, String> fingerprint, PrunedLogs logs) {
    CheckpointState state = CheckpointState.read(stored.state());
    RankCheckpoint rank = RankCheckpoint.decode(state.rank());
    if (!logs.have(state, rank)) {
      throw new FtmpjException(
          ErrorCode.LOG_DROPPED, "the logs do not have what " + stored.directory() + " needs");
    }
    try (FileChannel channel = FileChannel.open(stored.heap())) {
      if (channel.size() != state.heapBytes()) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT,
            stored.heap() + " has " + channel.size() + " bytes, not " + state.heapBytes());
      }
      return new Restart(store, stored, state, rank, ImageReader.check(channel, fingerprint));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, stored.heap() + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** When the checkpoint was taken. */
  public Instant taken() {
    return state.taken();
  }

  /** The text about it; how long the program stood still is no longer known. */
  Last last() {
    return new Last(state.taken(), state.heapBytes(), 0, 0, 0);
  }

  /** The text about it for a verification. */
  public RecordedCheckpoint recorded() {
    return new RecordedCheckpoint(state.taken(), state.outputBytes(), rank);
  }

  /** The position of the rank's output log then. */
  public long outputBytes() {
    return state.outputBytes();
  }

  /** The rank's state of the protocol. */
  public RankCheckpoint rank() {
    return rank;
  }

  /** Whether a class of the program was initialized then. */
  boolean isInitialised(String className) {
    return heap.initialised().contains(className);
  }

  /** Whether the program saved what it named, and nothing else. */
  boolean isOfApplication() {
    return state.kind() == CheckpointState.Kind.APPLICATION;
  }

  /** Fills the heap; the root of the image. */
  Object restore(ProgramTypes types, Leaves leaves) throws IOException {
    try (FileChannel channel = FileChannel.open(stored.heap())) {
      return heap.restore(channel, types, leaves);
    }
  }

  /**
   * Adds an action for when the program is restored; runs it at once if it is. Before, the thread
   * that runs main is the only one.
   */
  public void whenRestored(Runnable action) {
    if (isRestored) {
      action.run();
    } else {
      waiting.add(action);
    }
  }

  /** Records that the program is restored, and about to continue. */
  void restored() {
    isRestored = true;
    waiting.forEach(Runnable::run);
  }

  /**
   * Records that it could not be restored: the next incarnation takes another one if there is one.
   */
  void failed() {
    store.failed(stored);
  }

  @Override
  public String toString() {
    return "its checkpoint of " + Notices.time(state.taken());
  }
}
