package org.ftmpj.it;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.it.job.Build;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.place.Profile;

/**
 * What each sample says, writes and passes without a failure; run when first asked for, at level
 * host, where there are more places to pass. Kept below {@code target/reference} for all virtual
 * machines that test the same build.
 */
public final class References {
  private static final String OUT = "out";
  private static final String WRITTEN = "files";

  private static final Map<Path, Reference> KNOWN = new HashMap<>();

  /**
   * A run without failures.
   *
   * @param result its standard output; nothing of standard error
   * @param directory with the files it wrote
   * @param profile how often its ranks passed which place
   */
  public record Reference(Result result, Path directory, Profile profile) {}

  private References() {}

  /** Of a sample as it is run where ranks are killed at moments. */
  static Reference of(Sample sample, Jobs jobs) throws IOException {
    return of(sample, sample.spec(), jobs);
  }

  /**
   * Of a sample in some size.
   *
   * @param spec how the sample is run
   */
  static synchronized Reference of(Sample sample, JobSpec spec, Jobs jobs) throws IOException {
    String size = spec.ranks() + "-" + String.join("-", spec.arguments());
    Path place = store().resolve(sample + "-" + size);
    if (!KNOWN.containsKey(place)) {
      alone(
          place.resolveSibling(place.getFileName() + ".lock"),
          () -> {
            if (!Files.exists(place)) {
              make(sample, spec, jobs, place);
            }
          });
      KNOWN.put(place, read(place, spec.ranks()));
    }
    return KNOWN.get(place);
  }

  /** The directory of this build; those of others are removed. */
  private static Path store() throws IOException {
    Path all = Path.of("target", "reference").toAbsolutePath();
    Path own = all.resolve(Build.id());
    if (!Files.exists(own)) {
      alone(
          all.resolveSibling("reference.lock"),
          () -> {
            if (!Files.exists(own)) {
              Jobs.delete(all);
              Files.createDirectories(own);
            }
          });
    }
    return own;
  }

  private interface Action {
    void run() throws IOException;
  }

  /** While no other virtual machine that tests does it. */
  private static void alone(Path lock, Action action) throws IOException {
    try (FileChannel file =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Released when the file is closed.
      file.lock();
      action.run();
    }
  }

  private static void make(Sample sample, JobSpec spec, Jobs jobs, Path place) throws IOException {
    Path unready = place.resolveSibling(place.getFileName() + ".new");
    Jobs.delete(unready);
    Plan plan = new Plan(unready).counting();
    Job job = jobs.start(spec.level(Level.HOST).jvm(plan.jvmArgument()));
    Result result = job.lateResult();
    if (result.exitCode() != 0) {
      throw new AssertionError("The reference run failed: " + result.errText());
    }
    Files.write(
        unready.resolve(OUT),
        result.out().stream().map(line -> line.rank() + " " + line.text()).toList());
    Path written = Files.createDirectory(unready.resolve(WRITTEN));
    for (String file : sample.files()) {
      Files.copy(job.directory().resolve(file), written.resolve(file));
    }
    Files.move(unready, place);
  }

  private static Reference read(Path place, int ranks) throws IOException {
    List<Line> out =
        Files.readAllLines(place.resolve(OUT)).stream()
            .map(line -> line.split(" ", 2))
            .map(words -> new Line(Integer.parseInt(words[0]), words[1]))
            .toList();
    Profile profile = Profile.of(Plan.followed(place), ranks);
    return new Reference(new Result(0, out, List.of(), 0), place.resolve(WRITTEN), profile);
  }
}
