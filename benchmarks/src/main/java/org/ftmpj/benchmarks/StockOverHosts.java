package org.ftmpj.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.stock.Starter;

/**
 * Runs a program on stock MPJ Express over several hosts that are network namespaces, rank after
 * rank on one host after the other. Itself runs on the first of them.
 *
 * <p>Arguments: number of ranks; address of the first host; namespaces, joined by commas; class
 * path; main class; arguments of the program.
 */
public final class StockOverHosts {
  private static final int PROGRAM = 4;

  private StockOverHosts() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int ranks = Integer.parseInt(args[0]);
    InetAddress address = InetAddress.getByName(args[1]);
    List<String> hosts = List.of(args[2].split(","));
    List<Process> processes = new ArrayList<>();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> processes.forEach(Process::destroyForcibly)));
    int code = 0;
    try (Starter starter = new Starter(ranks, address)) {
      starter.start();
      for (int rank = 0; rank < ranks; rank++) {
        // As `ftmpj run --hosts` places them: neighbours together.
        String host = hosts.get(rank * hosts.size() / ranks);
        processes.add(start(host, rank, ranks, args, starter));
      }
      for (Process process : processes) {
        code = Math.max(code, process.waitFor());
      }
    }
    System.exit(code);
  }

  private static Process start(String host, int rank, int ranks, String[] args, Starter starter)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", host, Jobs.java()));
    command.addAll(List.of("-cp", args[PROGRAM - 1], args[PROGRAM]));
    command.addAll(RunRequest.mpjArguments(rank, ranks, args[1], starter.port()));
    command.addAll(Arrays.asList(args).subList(PROGRAM + 1, args.length));
    return new ProcessBuilder(command).inheritIO().start();
  }
}
