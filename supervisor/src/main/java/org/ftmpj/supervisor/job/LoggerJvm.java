package org.ftmpj.supervisor.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Starts event loggers from the agent's jar, which is made to start fast.
 *
 * @param java starts the java command of this process with arguments
 * @param access options that give the event logger the access to the JDK that it needs
 */
public record LoggerJvm(
    Function<List<String>, ProcessBuilder> java, Path agentJar, List<String> access) {
  /** Outside of what the isolated class loader sees. */
  private static final String ENTRY = "org.ftmpj.agent.entry.EventLoggerEntry";

  /**
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
