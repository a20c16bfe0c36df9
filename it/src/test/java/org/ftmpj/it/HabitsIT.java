package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.habits.Accounts;
import org.ftmpj.it.program.habits.Automaton;
import org.ftmpj.it.program.habits.Buffers;
import org.ftmpj.it.program.habits.Expressions;
import org.ftmpj.it.program.habits.Failures;
import org.ftmpj.it.program.habits.Framework;
import org.ftmpj.it.program.habits.Generic;
import org.ftmpj.it.program.habits.Heartbeats;
import org.ftmpj.it.program.habits.Kitchen;
import org.ftmpj.it.program.habits.Ledger;
import org.ftmpj.it.program.habits.Localized;
import org.ftmpj.it.program.habits.Logged;
import org.ftmpj.it.program.habits.Messages;
import org.ftmpj.it.program.habits.Parser;
import org.ftmpj.it.program.habits.Particles;
import org.ftmpj.it.program.habits.Pipeline;
import org.ftmpj.it.program.habits.Plugins;
import org.ftmpj.it.program.habits.PoolPhases;
import org.ftmpj.it.program.habits.Questions;
import org.ftmpj.it.program.habits.Queues;
import org.ftmpj.it.program.habits.Settings;
import org.ftmpj.it.program.habits.Singletons;
import org.ftmpj.it.program.habits.Streamed;
import org.ftmpj.it.program.habits.Teams;
import org.ftmpj.it.program.habits.WordCount;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Twenty-five programs as different authors would write them, none of which knows of checkpoints:
 * each goes on from one. A build has some of them, {@code -Dtest.full=true} all.
 */
@Rotated(kind = "checkpoints", turns = 5)
class HabitsIT {
  private static final int RANKS = 3;

  /** Within so many runs the root must have gone on from a checkpoint. */
  private static final int TRIES = 5;

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<Class<?>> programs() {
    return Seed.one(
        "habits",
        Accounts.class,
        Automaton.class,
        Buffers.class,
        Expressions.class,
        Failures.class,
        Framework.class,
        Generic.class,
        Heartbeats.class,
        Kitchen.class,
        Ledger.class,
        Localized.class,
        Logged.class,
        Messages.class,
        Parser.class,
        Particles.class,
        Pipeline.class,
        Plugins.class,
        PoolPhases.class,
        Questions.class,
        Queues.class,
        Settings.class,
        Singletons.class,
        Streamed.class,
        Teams.class,
        WordCount.class);
  }

  /** The root is killed, for it alone reads the standard input. */
  @ParameterizedTest
  @MethodSource("programs")
  void shouldGoOnFromCheckpoints(Class<?> program) throws IOException {
    JobSpec spec = JobSpec.of(program).ranks(RANKS);
    if (program == Questions.class) {
      spec = spec.by(List.of("sh", "-c", "seq 1 60 | \"$@\"", "numbers"));
    }
    Result reference = jobs.start(spec).lateResult();
    assertThat(reference.exitCode()).as(reference.errText()).isZero();
    int tries = 0;
    while (!goesOn(spec, reference, ++tries)) {
      assertThat(tries).as("runs in which nothing goes on").isLessThan(TRIES);
    }
  }

  /** Whether the root goes on: it may be over before its second checkpoint is on the disk. */
  private boolean goesOn(JobSpec spec, Result reference, int number) throws IOException {
    Plan plan =
        new Plan(jobs.directory().resolve("places" + number))
            .kill(new PlacedKill(0, 1, Place.CHECKPOINT_NAMED, 2));
    Job job =
        jobs.start(
            spec.with("--checkpoint-every", "1h")
                .jvm("-Dft.checkpoint.messages=8", plan.jvmArgument()));
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    result.requireOutputOf(reference);
    assertThat(job.errors("no checkpoint can be taken: ")).isEmpty();
    assertThat(result.errText()).doesNotContain(Notices.OTHER_OUTPUT);
    long recoveries = job.notices(Notices.RECOVERED);
    assertThat(recoveries).isLessThanOrEqualTo(1);
    assertThat(job.notices(CheckpointIT.RESTARTED)).as(result.errText()).isEqualTo(recoveries);
    return recoveries == 1;
  }
}
