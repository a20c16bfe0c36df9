package org.ftmpj.agent.checkpoint;

import java.util.Optional;
import java.util.function.Supplier;
import org.ftmpj.checkpoint.bridge.SafePointHooks;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.interceptors.device.DeviceObjects;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.protocol.rank.RankSession;

/** Takes checkpoints of what the program names, at its safe points. The thread that runs main. */
final class ApplicationCheckpoints implements SafePointHooks {
  private final ApplicationScope scope;
  private final Supplier<ImageWriter> newImages;
  private final RankSession session;
  private final FtDevice device;
  private final ApplicationObstacles obstacles;
  private final CheckpointCapture capture;
  private final CheckpointAttempts attempts;

  private ImageWriter images;

  /**
   * @param scope does what is not to take a checkpoint
   * @param newImages makes what writes images with {@link ApplicationRoot#TYPES}
   */
  ApplicationCheckpoints(
      ApplicationScope scope,
      Supplier<ImageWriter> newImages,
      RankSession session,
      FtDevice device,
      ApplicationObstacles obstacles,
      CheckpointCapture capture,
      CheckpointAttempts attempts) {
    this.scope = scope;
    this.newImages = newImages;
    this.session = session;
    this.device = device;
    this.obstacles = obstacles;
    this.capture = capture;
    this.attempts = attempts;
  }

  @Override
  public void open() {
    scope.open();
  }

  @Override
  public byte[] state() {
    return scope.state();
  }

  @Override
  public void begun() {
    scope.begun();
  }

  @Override
  public boolean wants(boolean due, boolean forced) {
    scope.requireSafePoint();
    if (!due || session.status().isRepeating() || !forced && !attempts.areDue()) {
      return false;
    }
    Optional<String> obstacle = obstacles.first();
    obstacle.ifPresent(attempts::impossible);
    return obstacle.isEmpty();
  }

  @Override
  public void save(byte[] state) {
    if (images == null) {
      images = newImages.get();
    }
    capture.take(images, scope.root(state).object(), new DeviceObjects(device));
  }

  @Override
  public Error failed(String what, Throwable why) {
    return scope.failed(what, why);
  }
}
