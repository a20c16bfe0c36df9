package org.ftmpj.launcher.job;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.supervisor.job.EventLogger;
import org.ftmpj.transport.JdkAccess;

/**
 * How the launcher starts an event logger: from the agent's jar, which is made to start fast.
 *
 * @param installation where that is
 */
record LoggerProcess(Installation installation) implements EventLogger.Java {
  private static final String ENTRY = "org.ftmpj.agent.entry.EventLoggerEntry";

  @Override
  public ProcessBuilder command(List<String> jvmArguments, List<String> arguments) {
    List<String> all = new ArrayList<>(installation.classArchive().options());
    all.addAll(jvmArguments);
    JdkAccess.options().forEach(all::add);
    all.add("-cp");
    all.add(installation.agentJar().toString());
    all.add(ENTRY);
    all.addAll(arguments);
    return JavaCommand.of(all);
  }
}
