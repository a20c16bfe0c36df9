package org.ftmpj.agent.checkpoint;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.bridge.SafePoints;
import org.ftmpj.checkpoint.frame.Checkpointing;
import org.ftmpj.checkpoint.frame.ProgramFrames;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.protocol.rank.RestoredRank;

/**
 * Starts a repetition of the rank's record from a checkpoint. Takes none, and does not change the
 * job. The thread that runs main.
 */
public final class RepeatedCheckpoint implements RankCheckpoints, Checkpointing {
  private final Restart from;
  private final RestoredRank rank;
  private final ImagedTypes types;

  private HeapNames names;
  private FtDevice device;
  private List<CheckpointPart> parts;
  private ParkedThreads parked;
  private Function<Throwable, RuntimeException> stop;
  private Runnable restored;

  /**
   * @param rank as it was restored
   */
  public RepeatedCheckpoint(Restart from, RestoredRank rank, Instrumentation instrumentation) {
    this.from = from;
    this.rank = rank;
    this.types = new ImagedTypes(OtherAgents.before(instrumentation));
  }

  @Override
  public boolean willRestore() {
    return !from.isOfApplication();
  }

  @Override
  public WovenCheckpoints weave() {
    CheckpointWeaving weaving = CheckpointWeaving.begin(this, ProgramReach.find());
    return new WovenCheckpoints(weaving.change(), parts -> begin(parts, weaving.frames()));
  }

  private void begin(ProgramParts parts, ProgramFrames frames) {
    CheckpointParts states = CheckpointParts.of(parts, new DeletedOnExit(false));
    names = new HeapNames(parts.streams(), thread -> false, List::of, frames::variable);
    this.device = parts.device();
    this.parts = states.all();
    this.parked = states.parked();
    this.stop = parts.stop();
    this.restored = parts.restored();
    parts
        .scoped()
        .map(scoped -> new ApplicationScope(rank.session(), scoped, parts, application()))
        .ifPresent(SafePoints::install);
  }

  private Optional<ApplicationRestart> application() {
    return from.isOfApplication()
        ? Optional.of(ApplicationRestart.read(from, this::notRestored, ns -> {}))
        : Optional.empty();
  }

  @Override
  public FrameRecord[] frames() {
    if (from.isOfApplication()) {
      return null;
    }
    FrameRecord[] frames =
        new ProgramRestart(from, rank, types, this::notRestored).frames(device, names, parts);
    restored.run();
    parked.resume();
    return frames;
  }

  @Override
  public void up() {
    parked.go();
  }

  @Override
  public FrameRecord[] frames(Thread thread) {
    return parked.taken(thread);
  }

  private Error notRestored(Throwable why) {
    ErrorCode code =
        why instanceof FtmpjException coded ? coded.code() : ErrorCode.NOTHING_TO_VERIFY_FROM;
    String what = why instanceof FtmpjException coded ? coded.what() : why.toString();
    throw stop.apply(new FtmpjException(code, from + " cannot be restored: " + what, why));
  }

  @Override
  public boolean isInitialised(String className) {
    return from.isInitialised(className);
  }

  /** Never: a repetition of a record takes no checkpoints. */
  @Override
  public boolean wanted() {
    return false;
  }

  @Override
  public Optional<String> passingObstacle() {
    return Optional.empty();
  }

  @Override
  public void deferred(String why, long attempts) {
    throw notWanted();
  }

  @Override
  public void captured(FrameRecord[] frames) {
    throw notWanted();
  }

  @Override
  public void broken(Throwable why) {
    throw notRestored(why);
  }

  private static IllegalStateException notWanted() {
    return new IllegalStateException("a checkpoint in a repetition");
  }
}
