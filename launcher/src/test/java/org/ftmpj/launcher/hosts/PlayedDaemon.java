package org.ftmpj.launcher.hosts;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.network.Content;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.network.Session;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/**
 * A host's daemon that answers what it is told as a test says. It connects with one coordinator
 * after the other.
 */
final class PlayedDaemon implements AutoCloseable {
  private static final byte LAST = 1;

  private final Sessions sessions;
  private final Function<ToHost, List<ToLauncher>> answers;
  private final List<ToHost> told = new CopyOnWriteArrayList<>();
  private Session session;

  PlayedDaemon(
      int number,
      String secret,
      NetworkOptions options,
      Function<ToHost, List<ToLauncher>> answers) {
    this.answers = answers;
    sessions =
        HostNetwork.open(number, secret, List.of(new InetSocketAddress("127.0.0.1", 0)), options);
  }

  /**
   * Leaves the coordinator that it has had.
   *
   * @param first what it says by itself
   */
  void join(List<InetSocketAddress> coordinator, ToLauncher... first) {
    if (session != null) {
      session.close();
    }
    Taking taking = new Taking();
    session = sessions.connect(0, coordinator, Map.of(Topic.JOB, taking::take), taking);
    taking.session = session;
    for (ToLauncher message : first) {
      taking.tell(message);
    }
  }

  /** What it was told, in order. */
  List<ToHost> told() {
    return told;
  }

  /** From one coordinator. */
  private final class Taking implements SessionEvents {
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private volatile Session session;

    void take(ByteBuffer content) {
      boolean last = content.get() == LAST;
      byte[] piece = new byte[content.remaining()];
      content.get(piece);
      message.writeBytes(piece);
      if (last) {
        ToHost whole = ToHost.CODEC.decode(message.toByteArray());
        message.reset();
        told.add(whole);
        answers.apply(whole).forEach(this::tell);
      }
    }

    void tell(ToLauncher answer) {
      byte[] encoded = ToLauncher.CODEC.encode(answer);
      byte[] content = new byte[encoded.length + 1];
      content[0] = LAST;
      System.arraycopy(encoded, 0, content, 1, encoded.length);
      try {
        session.send(Topic.JOB, Content.of(content));
      } catch (FtmpjException coordinatorLost) {
        return; // Another one tells the step again.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void lost(FtmpjException why) {
      // The test joins it to another coordinator.
    }
  }

  @Override
  public void close() {
    sessions.close();
  }
}
