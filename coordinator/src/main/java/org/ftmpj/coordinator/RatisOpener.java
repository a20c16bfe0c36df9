package org.ftmpj.coordinator;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.ftmpj.logger.agreement.AgreementEndpoint;

/** The opener that an event logger finds as a service, when it first has to agree with others. */
public final class RatisOpener implements AgreementEndpoint.Opener {
  /** The log of gRPC, which bypasses SLF4J: lost connections to loggers that are away. */
  private static final Logger GRPC = Logger.getLogger("org.apache.ratis.thirdparty.io.grpc");

  /**
   * A property of Ratis's own Netty that disables its library of native code, which it would copy
   * to /tmp.
   */
  private static final String NO_NATIVE = "org.apache.ratis.thirdparty.io.netty.transport.noNative";

  /** The constructor for the service loader. */
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
