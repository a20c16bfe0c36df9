package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.ftmpj.benchmarks.hotpath.ChannelLogPath;
import org.ftmpj.benchmarks.hotpath.DeterminantPath;
import org.ftmpj.benchmarks.hotpath.Place;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** What each message passes, by JMH, in a Java machine of its own: time, and allocated bytes. */
final class HotPaths implements Benchmark {
  /** Lines: the cause and where it was. */
  private static final int SAID = 30;

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  @Override
  public String name() {
    return "hotpaths";
  }

  @Override
  public String title() {
    return "what each message passes, one thread, by JMH";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.PARTS);
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException {
    Path place = Files.createDirectories(jobs.scratch().resolve("hotpath"));
    try {
      for (RunResult run : run(options(place, quick))) {
        add(run, variant, results);
      }
    } catch (RunnerException e) {
      throw new FtmpjException(
          ErrorCode.NOT_MEASURED, "JMH: " + e.getMessage() + ": " + end(place.resolve("jmh")), e);
    } finally {
      Trees.delete(place);
    }
  }

  /** The last lines of what JMH has said. */
  private static String end(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SAID), lines.size())).strip();
  }

  private static Collection<RunResult> run(Options options) throws RunnerException {
    return new Runner(options).run();
  }

  private static Options options(Path place, boolean quick) {
    List<String> jvm = new ArrayList<>(Jobs.partsOptions());
    jvm.addAll(List.of("-Xmx512m", "-D" + Place.PROPERTY + "=" + place));
    TimeValue time = TimeValue.milliseconds(quick ? 100 : 500);
    int iterations = quick ? 2 : 5;
    return new OptionsBuilder()
        .include("^" + Place.class.getPackageName().replace(".", "\\.") + "\\.")
        .addProfiler(GCProfiler.class)
        .forks(1)
        .jvm(Jobs.java())
        .jvmArgs(jvm.toArray(String[]::new))
        .warmupIterations(iterations)
        .warmupTime(time)
        .measurementIterations(iterations)
        .measurementTime(time)
        .output(place.resolve("jmh").toString())
        .shouldFailOnError(true)
        .build();
  }

  private static void add(RunResult run, Variant variant, Results results) {
    String[] name = run.getParams().getBenchmark().split("\\.");
    String path = name[name.length - 2];
    int bytes =
        run.getParams().getParamsKeys().contains("bytes")
            ? Integer.parseInt(run.getParams().getParam("bytes"))
            : 0;
    String title =
        HotPathTitles.of(path + "." + name[name.length - 1])
            + (bytes == 0 ? "" : ", " + Sizes.text(bytes));
    int operations = operations(path, bytes);
    run.getBenchmarkResults().stream()
        .flatMap(fork -> fork.getIterationResults().stream())
        .forEach(
            iteration -> {
              double ns = iteration.getPrimaryResult().getScore() / operations;
              double allocated = allocated(iteration) / operations;
              results.add(new Row("time of one", title, 0, "ns"), variant, ns);
              results.add(new Row("allocated for one", title, 0, "B"), variant, allocated);
            });
  }

  /** In what JMH counts as one. */
  private static int operations(String path, int bytes) {
    if (path.equals(ChannelLogPath.class.getSimpleName())) {
      return ChannelLogPath.messages(bytes);
    }
    return path.equals(DeterminantPath.class.getSimpleName()) ? DeterminantPath.DETERMINANTS : 1;
  }

  private static double allocated(IterationResult iteration) {
    // JMH's own declarations are raw types.
    Map<String, ?> secondary = iteration.getSecondaryResults();
    for (Map.Entry<String, ?> one : secondary.entrySet()) {
      if (one.getKey().endsWith(ALLOCATED) && one.getValue() instanceof Result<?> result) {
        return result.getScore();
      }
    }
    throw new FtmpjException(ErrorCode.NOT_MEASURED, "JMH does not tell " + ALLOCATED);
  }
}
