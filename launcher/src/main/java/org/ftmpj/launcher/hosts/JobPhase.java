package org.ftmpj.launcher.hosts;

import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.ending.JobEnd;

/**
 * How far a job on several hosts is, as its coordinator knows it: a phase has all that the phases
 * before it have found out. {@link Coordination} passes each once, and leads from one to the next.
 * A launcher begins with {@link Founding}, a coordinator that has taken over with {@link
 * Rejoining}. One thread.
 */
sealed interface JobPhase
    permits JobPhase.Preparation, Rejoining, JobPhase.Running, JobPhase.Ending, JobPhase.Ended {

  /**
   * Does what is to be done in it.
   *
   * @return what follows, unless the end of the job is known by then
   * @throws FtmpjException why the job cannot go on from here
   */
  Next pass() throws InterruptedException;

  /**
   * A phase that follows another one.
   *
   * @param why in words
   */
  record Next(JobPhase phase, String why) {}

  /** A phase before ranks are told to start. What goes wrong in it ends the job. */
  sealed interface Preparation extends JobPhase
      permits Founding, Collecting, IssuingOrders, StartingRanks {}

  /** The event loggers of the job begin, but for those on its hosts. The first of a launcher. */
  record Founding(HostsRun run) implements Preparation {
    @Override
    public Next pass() throws InterruptedException {
      Coordination coordination = run.coordination();
      coordination.duties().requireRoom(run.options().quota());
      run.loggers()
          .listening(coordination.hosts().addresses().get(0).getAddress().getHostAddress());
      // At level process nothing of the hosts' logs is here that one could follow.
      if (run.options().durability() != Durability.PROCESS && !run.loggers().begin()) {
        return coordination.over();
      }
      return new Next(new Collecting(run, run.noteFirst()), "the event loggers have begun");
    }
  }

  /**
   * The daemons of the hosts are started, and join.
   *
   * @param notes empty where the job ends with its launcher, or that is not known yet
   */
  record Collecting(HostsRun run, Optional<AgreedNotebook> notes) implements Preparation {
    @Override
    public Next pass() throws InterruptedException {
      Map<RemoteHost, FtmpjException> missing = Map.of();
      if (run.mayMissHosts()) {
        run.coordination().duties().ranks().mayBeMissing();
        run.hosts().start();
        missing = run.hosts().awaitMost();
      } else {
        run.hosts().start();
        run.hosts().awaitJoined();
      }
      return new Next(
          new IssuingOrders(run, notes, missing), "hosts have joined, but for " + missing.size());
    }
  }

  /** Ranks run on the hosts; it waits for the end of the job. */
  record Running(Coordination coordination) implements JobPhase {
    @Override
    public Next pass() {
      return coordination.over();
    }
  }

  /**
   * The job is ended on all hosts, unless it has another coordinator meanwhile.
   *
   * @param known how it ends, as far as this coordinator knows
   */
  record Ending(Coordination coordination, JobEnd known) implements JobPhase {
    @Override
    public Next pass() throws InterruptedException {
      JobEnd ending = coordination.end(known);
      return new Next(new Ended(ending), ending.toString());
    }
  }

  /** Nothing of the job is left on hosts that this coordinator has to do with. */
  record Ended(JobEnd ending) implements JobPhase {
    @Override
    public Next pass() {
      throw new IllegalStateException("nothing follows the end of a job");
    }
  }
}
