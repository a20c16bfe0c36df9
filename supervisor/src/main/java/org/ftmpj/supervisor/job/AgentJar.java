package org.ftmpj.supervisor.job;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** The agent's jar, from which this process has its classes of FTMPJ. */
public final class AgentJar {
  private AgentJar() {}

  /** Where it is. */
  public static Path path() {
    try {
      return Path.of(AgentJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new FtmpjException(ErrorCode.CANNOT_START, "cannot tell where the agent's jar is", e);
    }
  }
}
