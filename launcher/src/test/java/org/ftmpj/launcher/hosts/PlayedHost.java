package org.ftmpj.launcher.hosts;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
 * A host's daemon that only takes the steps of losses: each number once, and answers it as often as
 * it is told. It connects with one coordinator after the other.
 */
final class PlayedHost implements AutoCloseable {
  private static final byte LAST = 1;

  private final Sessions sessions;
  private final Map<Long, ToHost.Move> steps = new TreeMap<>(); // guarded by this
  private Session session;

  PlayedHost(int number, String secret, NetworkOptions options) {
    sessions =
        HostNetwork.open(number, secret, List.of(new InetSocketAddress("127.0.0.1", 0)), options);
  }

  /** Leaves the coordinator that it has had. */
  void join(List<InetSocketAddress> coordinator) {
    if (session != null) {
      session.close();
    }
    Taking taking = new Taking();
    session = sessions.connect(0, coordinator, Map.of(Topic.JOB, taking::take), taking);
    taking.session = session;
  }

  /** The steps that were taken so far. */
  synchronized List<ToHost.Move> steps() {
    return new ArrayList<>(steps.values());
  }

  private synchronized void take(ToHost.ToAll step) {
    long newest = steps.size();
    if (step.number() < newest || step.number() > newest + 1) {
      throw new AssertionError("Step " + step.number() + " after " + newest);
    }
    ToHost.Move before = steps.putIfAbsent(step.number(), step.move());
    if (before != null && !before.equals(step.move())) {
      throw new AssertionError(step + " differs from " + before);
    }
  }

  private static ToLauncher.Answer answer(ToHost.Move move) {
    if (move instanceof ToHost.Part part) {
      return new ToLauncher.Parted(part.host(), List.of());
    }
    return move instanceof ToHost.Place
        ? new ToLauncher.Placed(List.of(), List.of(), List.of())
        : new ToLauncher.Resumed();
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
        byte[] whole = message.toByteArray();
        message.reset();
        if (ToHost.decode(whole) instanceof ToHost.ToAll step) {
          PlayedHost.this.take(step);
          answer(step);
        }
      }
    }

    private void answer(ToHost.ToAll step) {
      byte[] answer =
          ToLauncher.encode(new ToLauncher.Answered(step.number(), PlayedHost.answer(step.move())));
      byte[] content = new byte[answer.length + 1];
      content[0] = LAST;
      System.arraycopy(answer, 0, content, 1, answer.length);
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
