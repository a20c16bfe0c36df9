package org.ftmpj.coordinator;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.ftmpj.logger.agreement.AgreementEndpoint;

/** Found by an event logger as a service, when it is first asked to agree with others. */
public final class RatisOpener implements AgreementEndpoint.Opener {
  /** What gRPC logs, which goes around SLF4J: lost connections to loggers that are away. */
  private static final Logger GRPC = Logger.getLogger("org.apache.ratis.thirdparty.io.grpc");

  /** A property of Ratis's own Netty: no library of native code, which it would copy to /tmp. */
  private static final String NO_NATIVE = "org.apache.ratis.thirdparty.io.netty.transport.noNative";

  /** For the service loader. */
  public RatisOpener() {
    GRPC.setLevel(Level.OFF);
    System.setProperty(NO_NATIVE, "true");
  }

  @Override
  public AgreementEndpoint open(AgreementEndpoint.Settings settings) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Where Ratis looks for its parts.
    thread.setContextClassLoader(RatisOpener.class.getClassLoader());
    try {
      return RatisCoordination.open(settings);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
