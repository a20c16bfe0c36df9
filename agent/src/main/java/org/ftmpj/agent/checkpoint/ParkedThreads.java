package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.checkpoint.bridge.DrivenTask;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.frame.ProgramFrames;
import org.ftmpj.checkpoint.image.IdleThreads;
import org.ftmpj.checkpoint.image.ThreadTask;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Parking;
import org.ftmpj.protocol.thread.Threads;

/**
 * Threads of the program that wait in a call of MPI, such as a listener that receives from any
 * source: they are in a checkpoint with their stacks, and in the same call again where it is
 * restored, and here. Called by the thread that runs main, but for what says otherwise.
 */
final class ParkedThreads implements CheckpointPart {
  private final Threads threads;
  private final List<Parked> parked = new ArrayList<>(); // guarded by itself

  /** A thread as it is told from others of the rank, and its stack, outermost frame first. */
  private record Parked(Thread thread, LogicalThread identity, FrameRecord[] frames) {}

  ParkedThreads(Threads threads) {
    this.threads = threads;
  }

  /** To be called before the program begins. */
  void begin(ProgramFrames frames) {
    threads.parking().by(new ByUnwinding(frames));
  }

  private record ByUnwinding(ProgramFrames frames) implements Parking.Stacks {
    @Override
    public Optional<String> obstacle() {
      return frames.waitObstacle().map(frame -> "its stack cannot be captured, for " + frame);
    }

    @Override
    public Error unwinding() {
      return ProgramFrames.unwinding();
    }
  }

  /** The program is about to start that thread: its stack can be captured. Any thread. */
  static void starts(Thread thread) {
    ThreadTask.replace(thread, DrivenTask::new);
  }

  /** A thread that does something else, in words; empty if there is none. */
  Optional<String> obstacle() {
    return threads.parking().obstacle();
  }

  /** Takes their stacks down; which one cannot be, and why. */
  Optional<String> park() {
    return threads.parking().park();
  }

  /** They are in their calls again when this returns, and go on when main is. */
  void release() {
    threads.parking().release();
  }

  /**
   * The calling thread's stack is taken down; returns when it is to be put up again, whether there
   * was a checkpoint or another thread refused.
   */
  void stay(FrameRecord[] frames) {
    Thread self = Thread.currentThread();
    synchronized (parked) {
      parked.add(new Parked(self, threads.current(), frames));
    }
    threads.parking().stay();
    taken(self);
  }

  boolean contain(Thread thread) {
    synchronized (parked) {
      return parked.stream().anyMatch(one -> one.thread() == thread);
    }
  }

  List<Thread> all() {
    synchronized (parked) {
      return parked.stream().map(Parked::thread).toList();
    }
  }

  @Override
  public Object saved() {
    List<Object> all = new ArrayList<>();
    synchronized (parked) {
      parked.forEach(one -> all.add(new Object[] {one.thread(), one.identity(), one.frames()}));
    }
    return all.toArray();
  }

  @Override
  public void restore(Object saved) {
    for (Object each : (Object[]) saved) {
      Object[] one = (Object[]) each;
      Thread thread = (Thread) one[0];
      LogicalThread identity = (LogicalThread) one[1];
      threads.assign(identity, thread);
      parked.add(new Parked(thread, identity, (FrameRecord[]) one[2]));
    }
  }

  /** All stacks are up, main's, too. */
  void go() {
    threads.parking().go();
  }

  /**
   * Resumes the restored threads; when this returns, they are in their calls again, and go on with
   * main.
   */
  void resume() {
    Map<LogicalThread, Thread> all = new LinkedHashMap<>();
    synchronized (parked) {
      parked.forEach(one -> all.put(one.identity(), one.thread()));
    }
    if (!all.isEmpty()) {
      threads.parking().restore(List.copyOf(all.keySet()), one -> IdleThreads.start(all.get(one)));
    }
  }

  /** Takes the stack that the thread puts up now; null if there is none. */
  FrameRecord[] taken(Thread thread) {
    synchronized (parked) {
      for (int i = 0; i < parked.size(); i++) {
        if (parked.get(i).thread() == thread) {
          return parked.remove(i).frames();
        }
      }
      return null;
    }
  }
}
