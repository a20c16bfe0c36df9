package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.test.whitebox.WhiteBox;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Compiled;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;

/**
 * The verifier takes all classes that were changed when they were loaded, and HotSpot's compilers
 * take all methods that they take on stock MPJ Express: of the samples, of the tests' programs, and
 * of a library. A build looks at every fifth class, {@code -Dtest.full=true} at all.
 */
class CompilationIT {
  private static final int PARTS = 5;

  /** What {@link Compiled} prints of a method or class that is refused. */
  private static final String NOT = "NOT ";

  @TempDir private static Path directory;

  @RegisterExtension final Jobs jobs = new Jobs();

  @BeforeAll
  static void writeClasses() throws Exception {
    Path boot = Files.createDirectories(directory.resolve("boot/jdk/test/whitebox"));
    try (InputStream in = WhiteBox.class.getResourceAsStream("WhiteBox.class")) {
      Files.copy(in, boot.resolve("WhiteBox.class"));
    }
    OtherBlocks.write(Files.createDirectory(directory.resolve("blocks")));
    Path programs = Path.of("org/ftmpj/it/program");
    Path to = Files.createDirectories(directory.resolve("programs/org/ftmpj/it"));
    Files.createSymbolicLink(to.resolve("program"), Installation.programs().resolve(programs));
  }

  @Test
  @Rotated(
      kind = "what users get",
      turns = {0, 4})
  void shouldCompileWhatIsWoven() {
    requireAsOnStock(job());
  }

  @Test
  @Rotated(
      kind = "what users get",
      turns = {1, 5})
  void shouldCompileWhatCheckpointsAreTakenOf() {
    requireAsOnStock(job().with("--checkpoint-every", "1h"));
  }

  private void requireAsOnStock(JobSpec spec) {
    Result woven = jobs.run(spec);
    assertThat(woven.exitCode()).as(woven.errText()).isZero();
    assertThat(woven.out(0)).anyMatch(line -> line.matches("methods [1-9]\\d\\d+"));
    TreeSet<String> refused = refused(woven);
    if (!refused.isEmpty()) {
      refused.removeAll(refused(jobs.run(job().stock())));
    }
    assertThat(refused).isEmpty();
  }

  private static TreeSet<String> refused(Result result) {
    return result.out(0).stream()
        .filter(line -> line.startsWith(NOT))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static JobSpec job() {
    int parts = Boolean.getBoolean("test.full") ? 1 : PARTS;
    Path asm = Installation.codeOf(ClassReader.class);
    String examined =
        Stream.of(
                directory.resolve("blocks"),
                directory.resolve("programs"),
                Installation.samples(),
                library())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    return JobSpec.of(
            Compiled.class,
            Integer.toString(Seed.random("compiled").nextInt(parts)),
            Integer.toString(parts),
            examined)
        .ranks(1)
        .before(asm)
        .before(library())
        .jvm(
            "-XX:TieredStopAtLevel=4",
            "-XX:-BackgroundCompilation",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+WhiteBoxAPI",
            "-Xbootclasspath/a:" + directory.resolve("boot"));
  }

  /** One that does much with threads. */
  private static Path library() {
    List<Class<?>> of =
        List.of(
            ch.qos.logback.core.Context.class,
            org.apache.logging.log4j.Logger.class,
            org.yaml.snakeyaml.Yaml.class);
    return Installation.codeOf(of.get(Seed.random("library").nextInt(of.size())));
  }
}
