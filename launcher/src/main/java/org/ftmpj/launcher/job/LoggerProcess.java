package org.ftmpj.launcher.job;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;

/** How the launcher starts an event logger: from its own jar. */
final class LoggerProcess {
  private static final String QUIET = "-Dorg.slf4j.simpleLogger.log.org.ftmpj=warn";

  private LoggerProcess() {}

  static ProcessBuilder command(List<String> jvmArguments, List<String> arguments) {
    List<String> all = new ArrayList<>(jvmArguments);
    all.add(QUIET);
    all.addAll(Installation.launcherArguments());
    all.add("logger");
    all.addAll(arguments);
    return JavaCommand.of(all);
  }
}
