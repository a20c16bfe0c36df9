package org.ftmpj.interceptors.bridge.value;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.RuntimeMXBean;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Questions about the process, the virtual machine, the host, and the environment. */
public final class Machine {
  private Machine() {}

  /** The present information about a process; empty for an ended one. */
  public static ProcessHandle.Info info(Supplier<Optional<ProcessHandle.Info>> actual) {
    byte[] bytes =
        Recorded.data(
            Source.PROCESS,
            () -> encoded(actual.get().map(ProcessInfo::texts).orElse(Map.of("text", "[]"))));
    return new ProcessInfo(decoded(bytes));
  }

  /** Instead of {@link RuntimeMXBean#getPid}. */
  public static long pid(RuntimeMXBean machine) {
    return Recorded.number(Source.PROCESS, machine::getPid);
  }

  /** Instead of {@link RuntimeMXBean#getName}. */
  public static String name(RuntimeMXBean machine) {
    return Recorded.text(Source.PROCESS, machine::getName);
  }

  /** Instead of {@link RuntimeMXBean#getUptime}. */
  public static long uptime(RuntimeMXBean machine) {
    return Recorded.number(Source.MACHINE, machine::getUptime);
  }

  /** Instead of {@link RuntimeMXBean#getStartTime}. */
  public static long startTime(RuntimeMXBean machine) {
    return Recorded.number(Source.MACHINE, machine::getStartTime);
  }

  /** Instead of {@link Runtime#freeMemory}. */
  public static long freeMemory(Runtime runtime) {
    return Recorded.number(Source.MACHINE, runtime::freeMemory);
  }

  /** Instead of {@link Runtime#totalMemory}. */
  public static long totalMemory(Runtime runtime) {
    return Recorded.number(Source.MACHINE, runtime::totalMemory);
  }

  /** Instead of {@link Runtime#maxMemory}. */
  public static long maxMemory(Runtime runtime) {
    return Recorded.number(Source.MACHINE, runtime::maxMemory);
  }

  /** Instead of {@link Runtime#availableProcessors}. */
  public static int availableProcessors(Runtime runtime) {
    return (int) Recorded.number(Source.MACHINE, runtime::availableProcessors);
  }

  /** Instead of {@link System#getenv(String)}. */
  public static String getenv(String name) {
    return Recorded.text(Source.ENVIRONMENT, () -> System.getenv(name));
  }

  /** Instead of {@link System#getenv()}. */
  public static Map<String, String> getenv() {
    byte[] bytes = Recorded.data(Source.ENVIRONMENT, () -> encoded(System.getenv()));
    return Collections.unmodifiableMap(decoded(bytes));
  }

  /** Instead of {@link InetAddress#getLocalHost}. */
  public static InetAddress localHost() throws UnknownHostException {
    byte[] bytes = Recorded.data(Source.ENVIRONMENT, Machine::encodedLocalHost);
    Map.Entry<String, String> host = decoded(bytes).entrySet().iterator().next();
    if (host.getValue().isEmpty()) {
      throw new UnknownHostException(host.getKey());
    }
    return InetAddress.getByAddress(
        host.getKey(), InetAddress.getByName(host.getValue()).getAddress());
  }

  /** The name and address of the host; without one, the reason and nothing. */
  private static byte[] encodedLocalHost() {
    try {
      InetAddress host = InetAddress.getLocalHost();
      return encoded(Map.of(host.getHostName(), host.getHostAddress()));
    } catch (UnknownHostException e) {
      return encoded(Map.of(String.valueOf(e.getMessage()), ""));
    }
  }

  private static byte[] encoded(Map<String, String> map) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(map.size());
      for (Map.Entry<String, String> entry : map.entrySet()) {
        write(out, entry.getKey());
        write(out, entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static Map<String, String> decoded(byte[] bytes) {
    Map<String, String> map = new LinkedHashMap<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        map.put(read(in), read(in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return map;
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String read(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }
}
