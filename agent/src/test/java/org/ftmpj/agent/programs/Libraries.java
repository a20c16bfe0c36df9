package org.ftmpj.agent.programs;

import java.util.List;
import mpi.MPI;

/** Tells which libraries it sees, after MPI was at work. */
public final class Libraries {
  private static final List<String> NAMES =
      List.of(
          "org.slf4j.LoggerFactory",
          "org.objectweb.asm.ClassReader",
          "net.bytebuddy.ByteBuddy",
          "net.openhft.chronicle.core.Jvm",
          "net.openhft.chronicle.queue.ChronicleQueue",
          "org.ftmpj.protocol.rank.RankSession",
          "org.ftmpj.agent.Agent");

  private Libraries() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int[] sent = {42};
    int[] received = new int[1];
    MPI.COMM_WORLD.Isend(sent, 0, 1, MPI.INT, 0, 7);
    MPI.COMM_WORLD.Recv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, 7);
    System.out.println("received " + received[0]);
    for (String name : NAMES) {
      System.out.println(name + " " + origin(name));
    }
    System.out.println("services " + found("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"));
    System.out.println("class file " + found("org/ftmpj/agent/Agent.class"));
    System.out.println("version " + found("org/ftmpj/agent/version.txt"));
    System.out.println(
        "properties "
            + System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("chronicle") || name.contains("slf4j"))
                .toList());
    MPI.Finalize();
  }

  private static String origin(String name) {
    try {
      Class<?> type = Class.forName(name);
      String path = type.getProtectionDomain().getCodeSource().getLocation().getPath();
      return path.substring(path.lastIndexOf('/') + 1);
    } catch (ClassNotFoundException e) {
      return "none";
    } catch (LinkageError e) {
      return e.toString();
    }
  }

  private static boolean found(String resource) {
    return Libraries.class.getClassLoader().getResource(resource) != null;
  }
}
