package org.ftmpj.network.faulty;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.network.auth.ConnectionPurpose;
import org.ftmpj.network.auth.HostIdentity;
import org.ftmpj.network.frame.Frame;
import org.ftmpj.network.path.ConnectRequest;
import org.ftmpj.network.path.ConnectionAcceptor;
import org.ftmpj.network.path.ConnectionListener;
import org.ftmpj.network.path.NetworkListener;
import org.ftmpj.network.path.Opening;
import org.ftmpj.network.path.PathConnection;
import org.ftmpj.network.path.Paths;
import org.ftmpj.network.path.TcpPaths;

/** Paths of TCP, above which {@link Faults} happen to what is sent. */
public final class FaultyPaths implements Paths {
  /** Its name. */
  public static final String NAME = "faulty";

  private final TcpPaths tcp = new TcpPaths();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public NetworkListener listen(InetSocketAddress address, ConnectionAcceptor greeter)
      throws IOException {
    return tcp.listen(address, new FaultyGreeter(greeter));
  }

  @Override
  public Opening connect(
      InetSocketAddress local, InetSocketAddress remote, ConnectRequest call, Duration time)
      throws IOException {
    int path = call.purpose().path();
    if (Faults.now().isSilent(path, true) || Faults.now().isSilent(path, false)) {
      throw new SocketTimeoutException("Path " + path + " is silent");
    }
    return tcp.connect(
        local,
        remote,
        new ConnectRequest(
            call.secret(),
            call.purpose(),
            call.opening(),
            new FaultyListener(call.listener(), true)),
        time);
  }

  private record FaultyGreeter(ConnectionAcceptor greeter) implements ConnectionAcceptor {
    @Override
    public HostIdentity self() {
      return greeter.self();
    }

    @Override
    public Secret secret() {
      return greeter.secret();
    }

    @Override
    public Greeting greet(ConnectionPurpose purpose, Opening theirs) {
      Greeting greeting = greeter.greet(purpose, theirs);
      return greeting.listener() == null
          ? greeting
          : new Greeting(greeting.opening(), new FaultyListener(greeting.listener(), false));
    }

    @Override
    public void stranger(SocketAddress from, IOException why) {
      greeter.stranger(from, why);
    }
  }

  private record FaultyListener(ConnectionListener listener, boolean connecting)
      implements ConnectionListener {
    @Override
    public void begun(PathConnection connection, Opening theirs) {
      listener.begun(new FaultyConnection(connection, connecting), theirs);
    }

    @Override
    public void received(PathConnection connection, Frame frame, ByteBuffer payload) {
      listener.received(connection, frame, payload);
    }

    @Override
    public void corrupt(PathConnection connection) {
      listener.corrupt(connection);
    }

    @Override
    public void writable(PathConnection connection) {
      listener.writable(connection);
    }

    @Override
    public void ended(PathConnection connection, IOException why) {
      listener.ended(connection, why);
    }
  }
}
