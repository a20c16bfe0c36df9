package org.ftmpj.supervisor.job;

import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankPorts;

/**
 * One rank's supervisor, connected with the job: the console shows what the rank writes and what
 * happens to it, the verdict learns its end.
 *
 * @param commands how an incarnation is started
 * @param clock the operation clock that the rank has published
 * @param doorbells rings those of all ranks
 * @param observer is told everything, too
 */
public record JobRank(
    int rank,
    IntFunction<ProcessBuilder> commands,
    LongSupplier clock,
    Runnable doorbells,
    Console console,
    Verdict verdict,
    Consumer<RankEvent> observer)
    implements RankPorts {

  @Override
  public ProcessBuilder command(int incarnation) {
    return commands.apply(incarnation);
  }

  @Override
  public long progress() {
    return clock.getAsLong();
  }

  @Override
  public void ringDoorbells() {
    doorbells.run();
  }

  @Override
  public void rawOutput(int stream, byte[] bytes, int length) {
    console.raw(rank, stream, bytes, length);
  }

  @Override
  public void event(RankEvent event) {
    if (event instanceof RankEvent.Died) {
      console.died(rank);
    } else if (event instanceof RankEvent.Recovered) {
      console.recovered(rank);
    }
    Notices.of(rank, event).ifPresent(console::notice);
    observer.accept(event);
    if (event instanceof RankEvent.Ended ended) {
      console.ended(rank);
      verdict.ended(rank, ended.outcome());
    }
  }
}
