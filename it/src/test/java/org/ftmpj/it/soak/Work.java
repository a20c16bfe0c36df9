package org.ftmpj.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.References;
import org.ftmpj.it.Sample;
import org.ftmpj.it.StockOutput;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Bulk;

/** What a job of the soak has to do, and whether it has done it. */
sealed interface Work {
  /** Most ranks of a job. */
  int MOST_RANKS = 6;

  /** One in so many is a program of the tests. */
  int SAMPLES_PER_PROGRAM = 4;

  String name();

  JobSpec spec();

  List<String> files();

  /** Asserts that a run after failures did just what one without did. */
  void verify(Result result, Path directory, References.Reference reference) throws IOException;

  /** The same, if it is not known which rank wrote a line. */
  void verifyUnlabelled(List<String> lines, Path directory, References.Reference reference)
      throws IOException;

  static Work random(Random random) {
    if (random.nextInt(SAMPLES_PER_PROGRAM + 1) == 0) {
      List<OfProgram> all = OfProgram.all();
      return all.get(random.nextInt(all.size()));
    }
    Sample[] samples = Sample.values();
    int ranks = 2 + random.nextInt(MOST_RANKS - 1);
    return new OfSample(samples[random.nextInt(samples.length)], ranks);
  }

  /** A sample, on any number of ranks. */
  record OfSample(Sample sample, int ranks) implements Work {
    @Override
    public String name() {
      return sample.name();
    }

    @Override
    public JobSpec spec() {
      return sample.spec().ranks(ranks);
    }

    @Override
    public List<String> files() {
      return sample.files();
    }

    @Override
    public void verify(Result result, Path directory, References.Reference reference)
        throws IOException {
      sample.verify(result, directory, reference);
    }

    @Override
    public void verifyUnlabelled(List<String> lines, Path directory, References.Reference reference)
        throws IOException {
      StockOutput.of(lines).verify(sample, texts(reference));
      for (String file : files()) {
        Path expected = reference.directory().resolve(file);
        assertThat(Files.mismatch(directory.resolve(file), expected)).as(file).isEqualTo(-1);
      }
    }
  }

  /** A program of the tests, whose ranks always print the same. */
  record OfProgram(JobSpec spec) implements Work {
    static List<OfProgram> all() {
      List<OfProgram> all =
          new ArrayList<>(
              Arrays.asList(
                  of(JobSpec.of(Bulk.class, "60", "1500000").ranks(2)),
                  of(JobSpec.of(Bulk.class, "60", "300000").ranks(3))));
      return all;
    }

    private static OfProgram of(JobSpec spec) {
      return new OfProgram(spec.jvm("-Xmx512m"));
    }

    @Override
    public String name() {
      return spec.main().substring(spec.main().lastIndexOf('.') + 1);
    }

    @Override
    public List<String> files() {
      return List.of();
    }

    @Override
    public void verify(Result result, Path directory, References.Reference reference) {
      assertThat(result.exitCode()).as(result.errText()).isZero();
      result.requireOutputOf(reference.result());
    }

    @Override
    public void verifyUnlabelled(
        List<String> lines, Path directory, References.Reference reference) {
      assertThat(StockOutput.of(lines).lines())
          .containsExactlyInAnyOrderElementsOf(texts(reference));
    }
  }

  private static List<String> texts(References.Reference reference) {
    return reference.result().out().stream().map(Line::text).toList();
  }
}
