package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.interceptors.device.ScopedDevice;

/**
 * The parts that a checkpoint of the whole program stores beside its heap.
 *
 * @param all of it, in the order that it has in every image
 */
record CheckpointParts(
    List<CheckpointPart> all,
    JvmState machine,
    MainThread main,
    IdleWorkers workers,
    ParkedThreads parked) {

  /** To be called before main begins. */
  static CheckpointParts of(ProgramParts parts, DeletedOnExit deleted) {
    JvmState machine = new JvmState();
    MainThread main = new MainThread();
    IdleWorkers workers = new IdleWorkers();
    ParkedThreads parked = new ParkedThreads(parts.device().threads());
    List<CheckpointPart> all = new ArrayList<>(parts.parts());
    all.addAll(parts.partsOfHeap());
    all.add(parts.prologue());
    parts.scoped().ifPresent(device -> all.add(new OfInit(device)));
    all.addAll(
        List.of(machine, main, new LoggingSettings(), deleted, new JdkNumbers(), workers, parked));
    return new CheckpointParts(List.copyOf(all), machine, main, workers, parked);
  }

  /**
   * The messages that {@code MPI.Init} has received, in case the program takes its own checkpoints
   * later.
   */
  private record OfInit(ScopedDevice device) implements CheckpointPart {
    @Override
    public Object saved() {
      return device.initMessages();
    }

    @Override
    public void restore(Object saved) {
      device.restoreInitMessages(saved);
    }
  }
}
