package org.ftmpj.it.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.place.Profile;

/** Runs stories. */
final class Telling {
  private static final int MOST_JITTER_US = 15_000;

  private final Jobs jobs;
  private int plans;

  Telling(Jobs jobs) {
    this.jobs = jobs;
  }

  /**
   * Of a run without kills.
   *
   * @param lines that it has printed
   * @param profile what it has passed; null if it was on stock MPJ Express
   * @param same what is the same in every run
   */
  record Reference(int lines, Profile profile, Map<Integer, List<String>> same) {}

  /**
   * What came of a run.
   *
   * @param hits kills by place that have happened
   * @param timed processes and hosts killed besides
   * @param operations of the program
   * @param reference null if there were kills
   */
  record Run(
      long milliseconds,
      List<PlacedKill> hits,
      int timed,
      Map<String, Long> operations,
      Reference reference) {}

  /** Runs the program of a story without kills; asserts that all is well. */
  Run withoutKills(Story story) {
    Plan plan = plan().counting();
    Job job = jobs.start(story.spec(jobs.directory()).jvm(plan.jvmArgument()));
    Result result = job.lateResult();
    Told.verify(result, story.ranks(), job.directory());
    Reference reference =
        new Reference(result.out().size(), Profile.of(plan, story.ranks()), Told.same(result));
    return new Run(result.milliseconds(), List.of(), 0, Told.operations(result), reference);
  }

  /** What a run on stock MPJ Express has printed, for kills by time. */
  static Reference reference(Result stock) {
    return new Reference(stock.out().size(), null, Told.same(stock));
  }

  /** Runs it on stock MPJ Express; asserts that all is well. */
  Result stock(Story story) {
    Job job = jobs.start(story.program().stock());
    Result result = job.lateResult();
    Told.verify(result, story.ranks(), job.directory());
    return result;
  }

  /** Runs a story; asserts that all is well in spite of the kills. */
  Run tell(Story story, Reference reference, Random random) {
    Plan plan = plan();
    story.kills().forEach(plan::kill);
    Job job = jobs.start(story.spec(jobs.directory()).jvm(plan.jvmArgument()));
    int timed = strike(job, story.blows(), reference.lines(), random);
    Result result = job.lateResult();
    assertThat(Told.same(result)).isEqualTo(reference.same());
    if (story.losesHosts()) {
      Told.verifyPrinted(result, story.ranks());
    } else {
      Told.verify(result, story.ranks(), job.directory());
      verifyTold(result, plan);
    }
    if (story.verified()) {
      repeat(job, story.ranks());
    }
    return new Run(result.milliseconds(), plan.hits(), timed, Told.operations(result), null);
  }

  /** Asserts that {@code ftmpj verify} finds what the ranks have done. */
  private static void repeat(Job job, int ranks) {
    Recorded record = new Recorded(job);
    try {
      Result result = record.ftmpj("verify", record.id());
      assertThat(result.exitCode()).as(result.out() + result.errText()).isZero();
      assertThat(result.out().stream().map(Line::text))
          .filteredOn(line -> line.contains(": verified: "))
          .hasSize(ranks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** That each death was noticed; of those on a lost host perhaps no one has heard. */
  private static void verifyTold(Result result, Plan plan) {
    for (PlacedKill hit : plan.hits()) {
      if (hit.place() != Place.ENDED) {
        assertThat(result.errText())
            .contains(
                "rank %d (incarnation %d) died: signal 9".formatted(hit.rank(), hit.incarnation()));
      }
    }
  }

  /** Returns how many processes and hosts it has killed. */
  static int strike(Job job, List<Blow> blows, int lines, Random random) {
    int killed = 0;
    for (Blow blow : blows) {
      new Kills(job, lines).awaitFraction(blow.fraction());
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MOST_JITTER_US)));
      List<ProcessHandle> victims =
          blow.victims().stream()
              .flatMap(
                  victim ->
                      (victim == Blow.LOGGER ? job.loggerIfThere() : job.rankIfThere(victim))
                          .stream())
              .toList();
      victims.forEach(Job::kill);
      killed += victims.size();
      killed +=
          (int)
              blow.victims().stream()
                  .map(Blow::hostOf)
                  .filter(host -> host > 0 && HostLoss.of(job, host))
                  .count();
    }
    return killed;
  }

  private Plan plan() {
    return new Plan(jobs.directory().resolve("places" + ++plans));
  }
}
