package org.ftmpj.it.soak;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The heap of another Java machine, as {@code jcmd} would tell it, but without starting a Java
 * machine for each question.
 */
final class JavaHeap {
  /** A line for each part of the heap, of any collector. */
  private static final Pattern USED =
      Pattern.compile("^ ?[A-Za-z-]+ ?[A-Za-z-]*(?:generation|heap|Gen) .*?used (\\d+)K", 8);

  private final long pid;

  private JavaHeap(long pid) {
    this.pid = pid;
  }

  /** Opens its ear: from then on it listens to a socket. */
  static JavaHeap of(long pid) throws IOException {
    try {
      VirtualMachine.attach(Long.toString(pid)).detach();
      return new JavaHeap(pid);
    } catch (AttachNotSupportedException e) {
      throw new IOException(e);
    }
  }

  /** KiB used after a full collection. */
  long usedAfterCollection() throws IOException {
    ask("GC.run");
    String info = ask("GC.heap_info");
    Matcher part = USED.matcher(info);
    long used = 0;
    boolean any = false;
    while (part.find()) {
      used += Long.parseLong(part.group(1));
      any = true;
    }
    if (!any) {
      throw new IOException("Not understood: " + info);
    }
    return used;
  }

  private String ask(String command) throws IOException {
    Path socket = Path.of("/tmp", ".java_pid" + pid);
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      // Version of the protocol, what to do, and three arguments.
      String request = "1\0jcmd\0" + command + "\0\0\0";
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
