package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.OtherLibraries;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program may bring its own version of any library that FTMPJ uses. */
class IsolationIT {
  private static final String[] NAMES = {
    "org.slf4j.LoggerFactory",
    "org.slf4j.Logger",
    "net.openhft.chronicle.queue.ChronicleQueue",
    "net.openhft.chronicle.bytes.Bytes",
    "net.bytebuddy.ByteBuddy",
    "net.bytebuddy.agent.builder.AgentBuilder",
    "org.objectweb.asm.ClassReader"
  };

  @RegisterExtension final Jobs jobs = new Jobs();

  @ParameterizedTest
  @MethodSource("levels")
  void shouldNotMixItsLibrariesWithThoseOfTheProgram(Level level) throws IOException {
    Path classes = compileOthers();
    Result result =
        jobs.run(JobSpec.of(OtherLibraries.class, NAMES).before(classes).level(level).ranks(2));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (String name : NAMES) {
      assertThat(result.out(1))
          .contains(name + " is of the program", name + " is still of the program");
    }
  }

  static Stream<Level> levels() {
    return Seed.one("isolation", Level.values());
  }

  /** Classes of these names that have nothing but a method that tells whose they are. */
  private Path compileOthers() throws IOException {
    Path sources = jobs.directory().resolve("sources");
    Path classes = Files.createDirectories(jobs.directory().resolve("classes"));
    List<String> arguments = new ArrayList<>(List.of("-d", classes.toString()));
    for (String name : NAMES) {
      int dot = name.lastIndexOf('.');
      Path source = sources.resolve(name.replace('.', '/') + ".java");
      Files.createDirectories(source.getParent());
      Files.writeString(
          source,
          "package %s; public class %s { public static String origin() { return \"the program\"; } }"
              .formatted(name.substring(0, dot), name.substring(dot + 1)));
      arguments.add(source.toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(status).isZero();
    return classes;
  }
}
