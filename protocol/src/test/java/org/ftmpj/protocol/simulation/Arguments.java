package org.ftmpj.protocol.simulation;

import java.nio.file.Path;

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
    try {
      for (int i = 0; i < given.length; i++) {
        String name = given[i];
        if (name.equals("--mutations")) {
          mutations = true;
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
            default -> setup = with(setup, name, value);
          }
        }
      }
    } catch (IllegalArgumentException e) {
      System.err.println("ftmpj: FTMPJ-1601: ./ftmpj simulate: " + e.getMessage());
      return null;
    }
    return new Arguments(seeds, from, to, threads, results, mutations, setup, mutation);
  }

  private static Setup with(Setup setup, String name, String value) {
    if (setup == null) {
      throw new IllegalArgumentException(name + " comes after --seed");
    }
    return switch (name) {
      case "--salt" -> setup.with("salt", Long.parseLong(value));
      case "--ranks" -> setup.with("ranks", Integer.parseInt(value));
      case "--segments" -> setup.with("segments", Integer.parseInt(value));
      case "--skipped" -> setup.with("skipped", Long.parseLong(value));
      case "--messages" -> setup.with("messages", Integer.parseInt(value));
      case "--crashes" -> setup.with("crashes", Integer.parseInt(value));
      case "--remote" -> setup.with("remote", Boolean.parseBoolean(value));
      case "--outages" -> setup.with("outages", Boolean.parseBoolean(value));
      case "--delays" -> setup.with("delays", Boolean.parseBoolean(value));
      case "--threads-of-a-rank" -> setup.with("threads", Integer.parseInt(value));
      case "--checkpoints" -> setup.with("checkpoints", Boolean.parseBoolean(value));
      case "--hosts" -> setup.with("hosts", Integer.parseInt(value));
      case "--losses" -> setup.with("losses", Integer.parseInt(value));
      case "--loggers" -> setup.with("loggers", Integer.parseInt(value));
      case "--copies" -> setup.with("copies", Boolean.parseBoolean(value));
      case "--partners" -> setup.with("partners", Boolean.parseBoolean(value));
      case "--snapshots" -> setup.with("snapshots", Boolean.parseBoolean(value));
      default -> throw new IllegalArgumentException("unknown argument " + name);
    };
  }
}
