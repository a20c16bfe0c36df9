package org.ftmpj.it.net.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;

/** What a stranger may do with one connection; all of it follows from a seed. */
enum Attack {
  /** Bytes of no protocol. */
  NOISE {
    @Override
    void run(Socket socket, Random random) throws IOException {
      socket.getOutputStream().write(bytes(random, 1 + random.nextInt(4096)));
      listen(socket, random.nextInt(50));
    }
  },
  /** Another protocol. */
  HTTP {
    @Override
    void run(Socket socket, Random random) throws IOException {
      String request = "GET /" + "x".repeat(random.nextInt(3000)) + " HTTP/1.1\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      listen(socket, 50);
    }
  },
  /** The beginning of TLS. */
  TLS {
    @Override
    void run(Socket socket, Random random) throws IOException {
      byte[] hello = bytes(random, 5 + random.nextInt(600));
      ByteBuffer.wrap(hello).put((byte) 22).putShort((short) 0x0301);
      socket.getOutputStream().write(hello);
      listen(socket, 50);
    }
  },
  /** A hello, as it should be but for the proof, and perhaps some bits. */
  HELLO {
    @Override
    void run(Socket socket, Random random) throws IOException {
      byte[] head = Arrays.copyOf(read(socket, 12), 12);
      int length = head[9] == 1 ? HELLO_TO_HOST : HELLO_TO_LOGGER;
      ByteBuffer hello = ByteBuffer.wrap(bytes(random, length));
      // Magic, protocol and version of the challenge, and another kind.
      hello.put(0, head).put(8, (byte) 2);
      CRC32C sum = new CRC32C();
      sum.update(hello.array(), 0, length - Integer.BYTES);
      hello.putInt(length - Integer.BYTES, (int) sum.getValue());
      flip(hello.array(), random);
      socket.getOutputStream().write(hello.array());
      socket.getOutputStream().write(bytes(random, random.nextInt(200)));
      listen(socket, 100);
    }
  },
  /** What was said comes back. */
  MIRROR {
    @Override
    void run(Socket socket, Random random) throws IOException {
      for (int turn = 0; turn < 3; turn++) {
        byte[] said = listen(socket, 50);
        flip(said, random);
        socket.getOutputStream().write(said);
      }
    }
  },
  /** A frame for the event logger, whose check sum is right, without a handshake. */
  FRAME_FOR_A_LOGGER {
    @Override
    void run(Socket socket, Random random) throws IOException {
      listen(socket, 20);
      OutputStream out = socket.getOutputStream();
      for (int frames = 1 + random.nextInt(3); frames > 0; frames--) {
        out.write(loggerFrame(random));
      }
      listen(socket, 50);
    }
  },
  /** A length that no message has. */
  HUGE_LENGTH {
    @Override
    void run(Socket socket, Random random) throws IOException {
      OutputStream out = socket.getOutputStream();
      int[] lengths = {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 0, 1 << 30, 2 << 20, 7};
      out.write(ByteBuffer.allocate(4).putInt(lengths[random.nextInt(lengths.length)]).array());
      out.write(bytes(random, 64 << 10));
      listen(socket, 50);
    }
  },
  /** Ends where it should go on. */
  CUT_OFF {
    @Override
    void run(Socket socket, Random random) throws IOException {
      socket.getOutputStream().write(bytes(random, random.nextInt(104)));
      if (random.nextBoolean()) {
        socket.setSoLinger(true, 0);
      } else {
        socket.shutdownOutput();
        listen(socket, 50);
      }
    }
  },
  /** More than anyone wants to have. */
  FLOOD {
    @Override
    void run(Socket socket, Random random) throws IOException {
      byte[] piece = bytes(random, 64 << 10);
      for (int pieces = random.nextInt(64); pieces > 0; pieces--) {
        socket.getOutputStream().write(piece);
      }
    }
  },
  /** A byte now and then. */
  DRIP {
    @Override
    void run(Socket socket, Random random) throws IOException {
      for (int turn = 1 + random.nextInt(20); turn > 0; turn--) {
        socket.getOutputStream().write(random.nextInt());
        listen(socket, 1 + random.nextInt(100));
      }
    }
  },
  /** Says nothing, and stays. */
  SILENCE {
    @Override
    void run(Socket socket, Random random) throws IOException {
      listen(socket, 100 + random.nextInt(2000));
    }
  };

  private static final Attack[] ALL = values();
  private static final int CONNECT_MS = 5_000;
  private static final int HELLO_TO_HOST = 153;
  private static final int HELLO_TO_LOGGER = 125;
  private static final int KINDS_OF_FRAMES = 16;

  static Attack any(Random random) {
    return ALL[random.nextInt(ALL.length)];
  }

  /**
   * Makes a connection and does it.
   *
   * @throws IOException if no connection can be made; that one made ends early is no failure
   */
  void at(InetSocketAddress target, Random random) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(target, CONNECT_MS);
      try {
        run(socket, random);
      } catch (IOException e) {
        // The other side has had enough of it.
      }
    }
  }

  abstract void run(Socket socket, Random random) throws IOException;

  private static byte[] loggerFrame(Random random) {
    byte[] body = bytes(random, random.nextInt(300));
    ByteBuffer frame = ByteBuffer.allocate(12 + body.length);
    frame.putInt(8 + body.length).putInt(random.nextInt(KINDS_OF_FRAMES) << 24);
    frame.putInt(0).put(body);
    CRC32C sum = new CRC32C();
    sum.update(frame.array(), 4, 4);
    sum.update(body);
    frame.putInt(8, (int) sum.getValue());
    return frame.array();
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static void flip(byte[] bytes, Random random) {
    for (int flips = random.nextInt(3); flips > 0 && bytes.length > 0; flips--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
  }

  private static byte[] read(Socket socket, int length) throws IOException {
    socket.setSoTimeout(CONNECT_MS);
    return socket.getInputStream().readNBytes(length);
  }

  /** What comes next within that time. */
  private static byte[] listen(Socket socket, int ms) throws IOException {
    socket.setSoTimeout(Math.max(1, ms));
    InputStream in = socket.getInputStream();
    byte[] bytes = new byte[4096];
    try {
      int read = in.read(bytes);
      return Arrays.copyOf(bytes, Math.max(0, read));
    } catch (SocketTimeoutException e) {
      return new byte[0];
    }
  }
}
