package org.ftmpj.hostd.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Asks ranks of this host for the checkpoints that the launcher requests, and reports the outcomes
 * to it. Has a thread of its own.
 */
final class CheckpointReporter implements AutoCloseable {
  /** The pause while some rank has not answered, in which others may be asked. */
  private static final long LOOK_MS = 200;

  private final JobLayout layout;
  private final ControlBlock control;
  private final Consumer<ToLauncher> launcher;
  private final BlockingQueue<ToHost.TakeCheckpoint> requests = new LinkedBlockingQueue<>();
  private final Thread thread;

  /** A rank that was asked. */
  private record Asked(ToHost.TakeCheckpoint request, CheckpointWait answers) {}

  CheckpointReporter(JobLayout layout, ControlBlock control, Consumer<ToLauncher> launcher) {
    this.layout = layout;
    this.control = control;
    this.launcher = launcher;
    this.thread = OwnThreads.all().start("checkpoint requests", this::run);
  }

  /** Takes a request of the launcher. Any thread. */
  void take(ToHost.TakeCheckpoint request) {
    requests.add(request);
  }

  private void run() {
    List<Asked> asked = new ArrayList<>();
    try {
      while (true) {
        if (asked.isEmpty()) {
          asked.add(ask(requests.take()));
        }
        for (ToHost.TakeCheckpoint one = requests.poll(); one != null; one = requests.poll()) {
          asked.add(ask(one));
        }
        for (Asked one : List.copyOf(asked)) {
          Optional<CheckpointWait.Answered> answer = one.answers().next(LOOK_MS / asked.size() + 1);
          if (answer.isPresent()) {
            asked.remove(one);
            tell(one.request(), answer.get());
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Asked ask(ToHost.TakeCheckpoint request) {
    return new Asked(request, new CheckpointWait(layout, control, List.of(request.rank())));
  }

  private void tell(ToHost.TakeCheckpoint request, CheckpointWait.Answered answer) {
    launcher.accept(
        new ToLauncher.Checkpointed(
            request.rank(), request.number(), answer.refused(), answer.last()));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
