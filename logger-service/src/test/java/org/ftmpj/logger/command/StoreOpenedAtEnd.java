package org.ftmpj.logger.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.client.QuorumEventLog;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.logger.testing.OnlyLogger;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.transport.journal.Retention;

/** An event logger to which the first rank comes when its virtual machine is ending. */
public final class StoreOpenedAtEnd {
  private static final int PATIENCE_MS = 500;

  private StoreOpenedAtEnd() {}

  /** Arguments: directory of the store; file of the secret. */
  public static void main(String[] args) throws IOException {
    Thread.setDefaultUncaughtExceptionHandler(LoggerCommand::died);
    Secret secret = Secret.read(Path.of(args[1]));
    InetSocketAddress bind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    EventLoggerServer server =
        EventLoggerServer.start(
            new EventLoggerServer.Settings(bind, Path.of(args[0]), secret, Optional.empty()));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> come(server, secret)));
  }

  private static void come(EventLoggerServer server, Secret secret) {
    OnlyLogger only = new OnlyLogger("localhost", server.address().getPort(), secret);
    Incarnation writer = new Incarnation("job", 0, 1);
    try (QuorumEventLog log = only.unknown(writer, Retention.ALL, PATIENCE_MS, PATIENCE_MS)) {
      log.history(1, record -> {});
      System.out.println("it serves");
    } catch (FtmpjException e) {
      System.out.println("it does not serve");
    }
    System.out.flush();
  }
}
