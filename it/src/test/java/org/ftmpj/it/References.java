package org.ftmpj.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.place.Profile;

/**
 * What each sample says, writes and passes without a failure; run when first asked for. At level
 * host, where there are more places to pass.
 */
public final class References {
  private static final Map<Sample, Reference> KNOWN = new EnumMap<>(Sample.class);

  /**
   * A run without failures.
   *
   * @param directory with the files it wrote
   * @param profile how often its ranks passed which place
   */
  public record Reference(Result result, Path directory, Profile profile) {}

  private References() {}

  static synchronized Reference of(Sample sample, Jobs jobs) throws IOException {
    if (!KNOWN.containsKey(sample)) {
      Plan plan = new Plan(jobs.directory().resolve("profile")).counting();
      Job job = jobs.start(sample.spec().level(Level.HOST).jvm(plan.jvmArgument()));
      Result result = job.result();
      if (result.exitCode() != 0) {
        throw new AssertionError("The reference run failed: " + result.errText());
      }
      Path directory = Files.createDirectories(Path.of("target", "reference", sample.name()));
      for (String file : sample.files()) {
        Path copy = directory.resolve(file);
        Files.deleteIfExists(copy);
        Files.copy(job.directory().resolve(file), copy);
      }
      KNOWN.put(sample, new Reference(result, directory, Profile.of(plan, Sample.RANKS)));
    }
    return KNOWN.get(sample);
  }
}
