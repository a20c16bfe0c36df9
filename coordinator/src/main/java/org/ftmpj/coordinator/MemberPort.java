package org.ftmpj.coordinator;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.thirdparty.io.grpc.Attributes;
import org.apache.ratis.thirdparty.io.grpc.Grpc;
import org.apache.ratis.thirdparty.io.grpc.ServerTransportFilter;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.netty.channel.Channel;
import org.apache.ratis.thirdparty.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.ftmpj.logger.server.RareWarning;

/**
 * The port of a member. Connections that have not proven the secret within five seconds are closed,
 * and the oldest of them if there are more than 64: a process that knows it needs milliseconds.
 * While as many are being closed, or there are no descriptors left, none is accepted. Any thread.
 */
final class MemberPort implements GrpcServices.Customizer {
  static final int MOST_UNKNOWN = 64;

  private static final int PROOF_WITHIN_S = 5;

  /** The pause until there may be descriptors again, in milliseconds. */
  private static final int LONG_PAUSE_MS = 100;

  /**
   * The pause until others have been closed, by threads that first prepare later ones, in
   * milliseconds.
   */
  private static final int SHORT_PAUSE_MS = 5;

  private final RareWarning warning = RareWarning.ofAgreement();

  /** The unproven connections by their address, the oldest first. Guarded by itself. */
  private final Map<SocketAddress, Channel> unknown = new LinkedHashMap<>();

  private final AtomicInteger closing = new AtomicInteger();

  @Override
  public NettyServerBuilder customize(
      NettyServerBuilder builder, EnumSet<GrpcServices.Type> types) {
    return builder
        .handshakeTimeout(PROOF_WITHIN_S, TimeUnit.SECONDS)
        .channelFactory(Listening::new)
        .addTransportFilter(new Proven());
  }

  private void came(Channel channel) {
    SocketAddress from = channel.remoteAddress();
    if (from == null) {
      return; // It has ended.
    }
    Channel oldest = null;
    synchronized (unknown) {
      unknown.put(from, channel);
      if (unknown.size() > MOST_UNKNOWN) {
        Iterator<Channel> each = unknown.values().iterator();
        oldest = each.next();
        each.remove();
      }
    }
    channel.closeFuture().addListener(closed -> isUnknownNoLonger(from, channel));
    if (oldest != null) {
      warn("Too many connections that do not say who they are; closed the oldest");
      closing.incrementAndGet();
      oldest.close().addListener(closed -> closing.decrementAndGet());
    }
  }

  private void isUnknownNoLonger(SocketAddress from, Channel channel) {
    synchronized (unknown) {
      unknown.remove(from, channel);
    }
  }

  private void warn(String what) {
    warning.warn("At the port where event loggers agree: " + what, System.nanoTime());
  }

  /** Notices connections that have proven the secret, by TLS. */
  private final class Proven extends ServerTransportFilter {
    @Override
    public Attributes transportReady(Attributes attributes) {
      SocketAddress from = attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      synchronized (unknown) {
        unknown.remove(from);
      }
      return attributes;
    }
  }

  /** The listening channel, by its event loop's thread. */
  private final class Listening extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      if (closing.get() >= MOST_UNKNOWN) {
        pause(SHORT_PAUSE_MS);
        return 0;
      }
      int before = accepted.size();
      try {
        int count = super.doReadMessages(accepted);
        for (Object each : accepted.subList(before, accepted.size())) {
          came((Channel) each);
        }
        return count;
      } catch (IOException e) {
        warn("cannot accept a connection: " + e.getMessage());
        pause(LONG_PAUSE_MS);
        return 0;
      }
    }

    private void pause(int ms) {
      if (isOpen()) {
        config().setAutoRead(false);
        eventLoop().schedule(() -> config().setAutoRead(true), ms, TimeUnit.MILLISECONDS);
      }
    }
  }
}
