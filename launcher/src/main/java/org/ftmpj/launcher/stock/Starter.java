package org.ftmpj.launcher.stock;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Plays MPJ Express's starter for niodev: each process tells its ports and rank, and when all have,
 * each gets the list of all.
 *
 * <pre>
 * process to starter   UTF "Sending Info", i32 write port, i32 read port, i32 rank
 * starter to process   UTF "#Peer Information;host@read port@write port@rank@debug port;..."
 * </pre>
 */
public final class Starter implements AutoCloseable {
  private static final String GREETING = "Sending Info";
  private static final int NO_DEBUG_PORT = 0;

  private final int size;
  private final ServerSocket server;

  /** Binds to a free port of the loopback interface. */
  Starter(int size) throws IOException {
    this(size, InetAddress.getLoopbackAddress());
  }

  /** Binds to a free port of that address of this host, for processes on other hosts, too. */
  public Starter(int size, InetAddress address) throws IOException {
    this.size = size;
    this.server = new ServerSocket(0, size, address);
  }

  public int port() {
    return server.getLocalPort();
  }

  /**
   * Introduces all processes to each other, in a thread of its own that ends with {@link #close}.
   */
  public void start() {
    Thread thread = new Thread(this::introduce, "starter");
    thread.setDaemon(true);
    thread.start();
  }

  private void introduce() {
    TreeMap<Integer, String> peers = new TreeMap<>();
    List<Socket> sockets = new ArrayList<>();
    try {
      while (peers.size() < size) {
        Socket socket = server.accept();
        sockets.add(socket);
        hear(socket, peers);
      }
      String all = "#Peer Information;" + String.join(";", peers.values());
      for (Socket socket : sockets) {
        new DataOutputStream(socket.getOutputStream()).writeUTF(all);
      }
    } catch (IOException theJobHasEnded) {
      // A process that died says more about it than its socket does.
      return;
    } finally {
      sockets.forEach(Starter::close);
    }
  }

  private static void hear(Socket socket, TreeMap<Integer, String> peers) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    String greeting = in.readUTF();
    if (!greeting.startsWith(GREETING)) {
      throw new IOException("expected '" + GREETING + "', got '" + greeting + "'");
    }
    int writePort = in.readInt();
    int readPort = in.readInt();
    int rank = in.readInt();
    String host = socket.getInetAddress().getHostAddress();
    peers.put(
        rank, String.join("@", host, "" + readPort, "" + writePort, "" + rank, "" + NO_DEBUG_PORT));
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
