package org.ftmpj.agent.stock;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.transport.JdkAccess;

/** How the supervisor of rank 0 starts an event logger: from the agent's jar. */
final class LoggerProcess {
  /** Outside of what the isolated class loader sees. */
  private static final String ENTRY = "org.ftmpj.agent.entry.EventLoggerEntry";

  private LoggerProcess() {}

  static ProcessBuilder command(List<String> jvmArguments, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(RankCommand.java());
    words.addAll(new ClassArchive(agentJar()).options());
    words.addAll(jvmArguments);
    JdkAccess.options().forEach(words::add);
    words.add("-cp");
    words.add(agentJar().toString());
    words.add(ENTRY);
    words.addAll(arguments);
    return new ProcessBuilder(words);
  }

  static Path agentJar() {
    try {
      return Path.of(
          LoggerProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot tell where the agent's jar is", e);
    }
  }
}
