package org.ftmpj.agent;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.ftmpj.agent.checkpoint.RankCheckpoints;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.supervisor.console.OutputSink;

/** A rank whose logs are open. */
interface OpenRank {
  RankSession session();

  OutputSink output();

  /**
   * The checkpoints of the rank; empty if none are taken and the program starts from its beginning.
   */
  Optional<RankCheckpoints> checkpoints();

  /**
   * The next line that an earlier incarnation printed in the thread that runs main, and that this
   * one has not printed again; empty if there is none.
   */
  default Optional<String> unrepeatedLine() {
    return Optional.empty();
  }

  /** Runs an action once the rank is live and restored; at once if it is so already. */
  default void whenLive(Runnable action) {}

  /**
   * The program has ended itself. Called by the thread that ends the virtual machine.
   *
   * @param code empty if it is not known
   * @param cause what the program did to end, for the user; empty if that was not seen
   * @param mainRuns whether main still runs, because another thread has ended the program
   */
  void ended(OptionalInt code, String cause, BooleanSupplier mainRuns);
}
