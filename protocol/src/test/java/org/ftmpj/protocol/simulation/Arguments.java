package org.ftmpj.protocol.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of {@link Simulator}. */
record Arguments(
    long seeds,
    long from,
    long to,
    int threads,
    Path results,
    boolean mutations,
    Setup setup,
    Mutation mutation) {

  /** Null if they make no sense. */
  static Arguments of(String[] given) {
    long seeds = 100_000;
    long from = 0;
    long to = 0;
    int threads = Runtime.getRuntime().availableProcessors();
    Path results = Path.of("protocol", "target", "simulation", "results.txt");
    boolean mutations = false;
    Setup setup = null;
    Mutation mutation = null;
    List<String> job = new ArrayList<>();
    try {
      for (int i = 0; i < given.length; i++) {
        String name = given[i];
        if (name.equals("--mutations")) {
          mutations = true;
        } else if (name.contains("=")) {
          job.add(name);
        } else if (!name.startsWith("--")) {
          seeds = Long.parseLong(name);
        } else {
          if (++i == given.length) {
            throw new IllegalArgumentException("there is no value after " + name);
          }
          String value = given[i];
          switch (name) {
            case "--from" -> from = Long.parseLong(value);
            case "--to" -> to = Long.parseLong(value);
            case "--threads" -> threads = Integer.parseInt(value);
            case "--results" -> results = Path.of(value);
            case "--seed" -> setup = Setup.of(Long.parseLong(value));
            case "--mutation" -> mutation = Mutation.valueOf(value);
            default -> throw new IllegalArgumentException("unknown argument " + name);
          }
        }
      }
      if (!job.isEmpty()) {
        setup = Setup.parse(String.join(" ", job));
      }
    } catch (IllegalArgumentException e) {
      System.err.println("ftmpj: FTMPJ-1601: ./ftmpj simulate: " + e.getMessage());
      return null;
    }
    return new Arguments(seeds, from, to, threads, results, mutations, setup, mutation);
  }
}
