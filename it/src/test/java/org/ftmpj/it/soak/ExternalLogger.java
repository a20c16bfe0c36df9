package org.ftmpj.it.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.SecretFiles;

/** A {@code ftmpj logger} that serves many jobs. */
final class ExternalLogger implements AutoCloseable {
  private static final String READY = "Event logger listens on ";

  private final Path store;
  private final Path secret;
  private final Command command;
  private final String address;

  /** Starts one, and waits until it listens. */
  ExternalLogger(Path directory) throws IOException {
    Files.createDirectories(directory);
    store = directory.resolve("store");
    secret = SecretFiles.make(directory.resolve("secret"));
    command =
        Command.start(
            directory,
            Map.of(),
            "logger",
            "--store",
            store.toString(),
            "--secret-file",
            secret.toString());
    address = command.awaitLine(READY).substring(READY.length()).split(",")[0];
  }

  ProcessHandle process() {
    return command.handle();
  }

  Path store() {
    return store;
  }

  /** Options of {@code ftmpj run}. */
  String[] options() {
    return new String[] {"--logger", address, "--secret-file", secret.toString()};
  }

  /** Options of the agent under {@code mpjrun}. */
  String[] agentOptions() {
    return new String[] {"durability=host", "logger=" + address, "secret.file=" + secret};
  }

  /** What it has said on standard error. */
  List<String> complaints() {
    return command.err().stream().map(Line::text).toList();
  }

  @Override
  public void close() {
    command.close();
  }
}
