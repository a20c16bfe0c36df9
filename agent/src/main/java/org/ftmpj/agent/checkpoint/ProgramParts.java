package org.ftmpj.agent.checkpoint;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.interceptors.device.ScopedDevice;

/**
 * The parts of this process that checkpoints need: the device, the state that they have to save
 * beside the heap, and what to call when they fail or are restored.
 *
 * @param parts what is kept beside the program's heap, in the same order in every incarnation
 * @param streams what the program reads and writes
 * @param partsOfHeap what refers to objects or threads of the program, too
 * @param prologue what the program reads before it restores its state by itself
 * @param filesOpen whether the program may write to a file that it has opened
 * @param stop called with what went wrong: stops the rank
 * @param restored called when a checkpoint has been restored
 */
public record ProgramParts(
    FtDevice device,
    List<CheckpointPart> parts,
    ProgramStreams streams,
    List<CheckpointPart> partsOfHeap,
    Prologue prologue,
    BooleanSupplier filesOpen,
    Function<Throwable, RuntimeException> stop,
    Runnable restored) {

  /** The device, if the program may take checkpoints by itself. */
  Optional<ScopedDevice> scoped() {
    return device instanceof ScopedDevice scoped ? Optional.of(scoped) : Optional.empty();
  }
}
