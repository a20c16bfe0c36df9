package org.ftmpj.it.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpi.MPI;

/**
 * A wrapper of commands: for each task a rank writes the input of a command, runs it, and reads its
 * output, in several of the ways in which programs do that. One command of each rank serves all its
 * tasks. Rank 0 adds up.
 *
 * <p>Arguments: how many tasks; {@code delete}, or {@code reuse} if all tasks have the same files.
 */
public final class ChildTasks {
  private static final int TAG = 1;

  private final int rank;
  private final boolean delete;
  private final Process server;
  private final PrintWriter toServer;
  private final BufferedReader fromServer;

  private ChildTasks(int rank, boolean delete) throws IOException {
    this.rank = rank;
    this.delete = delete;
    server =
        new ProcessBuilder("sh", "-c", "while read x; do echo $((2 * x)); done; echo bye").start();
    toServer = new PrintWriter(new OutputStreamWriter(server.getOutputStream()), true);
    fromServer = new BufferedReader(new InputStreamReader(server.getInputStream()));
  }

  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    int tasks = Integer.parseInt(own[0]);
    int rank = MPI.COMM_WORLD.Rank();
    if (rank == 0) {
      collect(tasks * (MPI.COMM_WORLD.Size() - 1));
    } else {
      ChildTasks wrapper = new ChildTasks(rank, own[1].equals("delete"));
      for (int task = 0; task < tasks; task++) {
        send(rank + " " + task + " " + wrapper.task(task));
      }
      wrapper.end();
    }
    MPI.Finalize();
  }

  private static void collect(int results) {
    Object[] result = new Object[1];
    long sum = 0;
    for (int i = 0; i < results; i++) {
      MPI.COMM_WORLD.Recv(result, 0, 1, MPI.OBJECT, MPI.ANY_SOURCE, TAG);
      sum += result[0].toString().hashCode();
      System.out.println("result " + i);
    }
    System.out.println("END " + sum);
  }

  private static void send(String result) {
    MPI.COMM_WORLD.Send(new Object[] {result}, 0, 1, MPI.OBJECT, 0, TAG);
  }

  private String task(int task) throws Exception {
    String base = "r" + rank + (delete ? "-" + task : "");
    Path in = Path.of(base + ".in");
    Path out = Path.of(base + ".out");
    try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(in))) {
      for (int i = 0; i <= task; i++) {
        lines.println("line " + i + " of " + rank);
      }
    }
    String script =
        "echo task " + task + "; wc -c < " + in + " > " + out + "; echo warn >&2; exit 3";
    String said =
        switch (task % 3) {
          case 0 -> gobbled(Runtime.getRuntime().exec(new String[] {"sh", "-c", script}));
          case 1 -> merged(new ProcessBuilder("sh", "-c", script).redirectErrorStream(true));
          default -> piped(script);
        };
    String result = said + " " + Files.readString(out).strip() + " " + served(task);
    if (delete) {
      Files.delete(in);
      Files.delete(out);
    }
    return result;
  }

  /** A thread reads each output, as in many wrappers. */
  private static String gobbled(Process process) throws Exception {
    Gobbler out = new Gobbler(process.getInputStream());
    Gobbler err = new Gobbler(process.getErrorStream());
    out.start();
    err.start();
    int code = process.waitFor();
    out.join();
    err.join();
    return code + out.text.toString() + err.text;
  }

  private static final class Gobbler extends Thread {
    private final StringBuilder text = new StringBuilder();
    private final BufferedReader from;

    Gobbler(InputStream from) {
      this.from = new BufferedReader(new InputStreamReader(from));
    }

    @Override
    public void run() {
      try {
        for (String line = from.readLine(); line != null; line = from.readLine()) {
          text.append('[').append(line).append(']');
        }
      } catch (IOException e) {
        text.append(e);
      }
    }
  }

  /** Reads the output after the end. */
  private static String merged(ProcessBuilder builder) throws Exception {
    Process process = builder.start();
    boolean ended = process.waitFor(1, TimeUnit.MINUTES);
    byte[] all = process.getInputStream().readAllBytes();
    return ended
        + ""
        + process.exitValue()
        + new String(all, StandardCharsets.UTF_8).lines().toList();
  }

  /** Never asks how the commands have ended. */
  private static String piped(String script) throws IOException {
    List<Process> pipeline =
        ProcessBuilder.startPipeline(
            List.of(
                new ProcessBuilder("sh", "-c", script), new ProcessBuilder("tr", "a-z", "A-Z")));
    try (InputStream last = pipeline.get(1).getInputStream()) {
      return new String(last.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  private String served(int task) throws IOException {
    toServer.println(task);
    return fromServer.readLine();
  }

  private void end() throws Exception {
    toServer.close();
    String bye = fromServer.readLine();
    System.out.println("server: " + bye + " " + server.waitFor());
  }
}
