package org.ftmpj.checkpoint.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Runs main methods in Java virtual machines of their own, with the {@link TestAgent}. */
public final class FreshJvm {
  private final Path directory;
  private final Path home;
  private final List<String> options;

  /**
   * @param directory for the agent's jar
   * @param home where the JDK is
   */
  public FreshJvm(Path directory, Path home, List<String> options) {
    this.directory = directory;
    this.home = home;
    this.options = options;
  }

  /** JDKs that are installed beside the one that runs the tests, and that one. */
  public static List<Path> homes() throws IOException {
    Path own = Path.of(System.getProperty("java.home"));
    try (Stream<Path> beside = Files.list(own.toRealPath().getParent())) {
      return Stream.concat(Stream.of(own), beside)
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .map(FreshJvm::real)
          .distinct()
          .toList();
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The lines that it prints; it has to end well. */
  public List<String> run(Class<?> main, Object... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, main.getSimpleName(), ".out");
    int exit = start(main, output, arguments).waitFor();
    List<String> lines = Files.readAllLines(output);
    assertThat(exit).as(() -> String.join("\n", lines)).isZero();
    return lines;
  }

  /** The lines that it prints; it has to end badly. */
  List<String> fail(Class<?> main, Object... arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, main.getSimpleName(), ".out");
    assertThat(start(main, output, arguments).waitFor()).isNotZero();
    return Files.readAllLines(output);
  }

  /** Whether that JDK knows those options. */
  boolean exists() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/java").toString());
    command.addAll(options);
    command.add("-version");
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private Process start(Class<?> main, Path output, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/java").toString());
    command.add("-javaagent:" + agent());
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
        .redirectOutput(output.toFile())
        .start();
  }

  private Path agent() throws IOException {
    Path jar = directory.resolve("agent.jar");
    if (!Files.exists(jar)) {
      Manifest manifest = new Manifest();
      manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
      manifest.getMainAttributes().putValue("Premain-Class", TestAgent.class.getName());
      try (OutputStream to = Files.newOutputStream(jar)) {
        new JarOutputStream(to, manifest).close();
      }
    }
    return jar;
  }

  @Override
  public String toString() {
    return home.getFileName() + " " + String.join(" ", options);
  }
}
