package org.ftmpj.it.net;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Scanner;
import java.util.zip.CRC32;

/**
 * A program that sends bytes from one host to another. Without arguments it takes bytes at port
 * 7777, one connection after the other, and answers each with the check sum of what has come. With
 * an argument it reads lines, each {@code ADDRESS BYTES TIMEOUT_MS}, sends so many bytes there, and
 * says how long it took, in ms, or what failed.
 */
final class Probe {
  static final int PORT = 7777;

  private static final int PIECE = 16 << 10;

  private Probe() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) {
      serve();
      return;
    }
    Scanner lines = new Scanner(System.in);
    while (lines.hasNext()) {
      System.out.println(send(lines.next(), lines.nextInt(), lines.nextInt()));
    }
  }

  private static void serve() throws IOException {
    try (ServerSocket server = new ServerSocket(PORT)) {
      System.out.println("ready");
      while (true) {
        try (Socket socket = server.accept()) {
          take(socket);
        } catch (IOException e) {
          System.out.println("A connection failed: " + e.getMessage());
        }
      }
    }
  }

  private static void take(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    CRC32 sum = new CRC32();
    byte[] piece = new byte[PIECE];
    for (int left = in.readInt(); left > 0; ) {
      int read = in.read(piece, 0, Math.min(left, PIECE));
      if (read < 0) {
        throw new IOException(left + " bytes are missing");
      }
      sum.update(piece, 0, read);
      left -= read;
    }
    new DataOutputStream(socket.getOutputStream()).writeLong(sum.getValue());
  }

  private static String send(String address, int bytes, int timeoutMs) {
    long startNs = System.nanoTime();
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, PORT), timeoutMs);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(bytes);
      CRC32 sum = new CRC32();
      byte[] piece = new byte[PIECE];
      for (int sent = 0; sent < bytes; sent += PIECE) {
        int length = Math.min(PIECE, bytes - sent);
        Arrays.fill(piece, (byte) (sent / PIECE));
        sum.update(piece, 0, length);
        out.write(piece, 0, length);
      }
      InputStream in = socket.getInputStream();
      if (new DataInputStream(in).readLong() != sum.getValue()) {
        return "failed: other bytes have come";
      }
      return "took " + (System.nanoTime() - startNs) / 1_000_000;
    } catch (IOException e) {
      return "failed: " + e.getMessage();
    }
  }
}
