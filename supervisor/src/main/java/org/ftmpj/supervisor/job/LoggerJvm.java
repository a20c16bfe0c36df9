package org.ftmpj.supervisor.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Starts event loggers from the agent's jar, which is built to start fast.
 *
 * @param java starts the java command of this process with arguments
 * @param access options for the event logger's access to the JDK
 */
public record LoggerJvm(
    Function<List<String>, ProcessBuilder> java, Path agentJar, List<String> access) {
  /** The main class, which is outside of the isolated class loader. */
  private static final String ENTRY = "org.ftmpj.agent.entry.EventLoggerEntry";

  /**
   * The command that starts one.
   *
   * @param jvmArguments for its JVM
   * @param arguments those of the command {@code ftmpj logger}
   */
  ProcessBuilder command(List<String> jvmArguments, List<String> arguments) {
    List<String> all = new ArrayList<>(new ClassArchive(agentJar).options());
    all.addAll(jvmArguments);
    all.addAll(access);
    all.addAll(List.of("-cp", agentJar.toString(), ENTRY));
    all.addAll(arguments);
    return java.apply(all);
  }
}
