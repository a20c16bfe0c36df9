package org.ftmpj.common.config;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The addresses of a job's event loggers. Each writer of determinants, a rank or the daemon of a
 * host, writes to one ensemble of them, so several ensembles share the work.
 *
 * @param ensembles in the same order for all processes of the job; none if nothing waits for one
 * @param ensembles in the same order for all processes of the job; none if nothing waits for one
 */
public record Loggers(List<Ensemble> ensembles) {
  public static final Loggers NONE = new Loggers(List.of());

  public Loggers {
    ensembles = List.copyOf(ensembles);
  }

  /** The loggers of one ensemble. */
  public static Loggers of(List<HostPort> members) {
    return new Loggers(List.of(new Ensemble(members)));
  }

  /** All loggers, ensemble by ensemble. */
  public List<HostPort> all() {
    return ensembles.stream().flatMap(one -> one.members().stream()).toList();
  }

  /** The number of the ensemble of a writer, from 0: neighbours have different ones. */
  public int ensembleOf(int writer) {
    return writer % ensembles.size();
  }

  /** The number of loggers in ensembles before that one. */
  public int before(int ensemble) {
    return ensembles.subList(0, ensemble).stream().mapToInt(one -> one.members().size()).sum();
  }

  @Override
  public String toString() {
    return ensembles.stream().map(Ensemble::toString).collect(Collectors.joining(";"));
  }

  /**
   * Parses the addresses of several loggers, of which minorities may be away.
   *
   * @param text {@code host:port,host:port,host:port}, and further ensembles after semicolons
   * @throws IllegalArgumentException if it is not that, an ensemble has no odd number of at least
   *     three, or an address is there twice
   */
  public static Loggers parse(String text) {
    Loggers loggers = new Loggers(Stream.of(text.split(";", -1)).map(Ensemble::parse).toList());
    List<HostPort> all = loggers.all();
    if (new HashSet<>(all).size() < all.size()) {
      throw new IllegalArgumentException("names an event logger twice");
    }
    for (Ensemble one : loggers.ensembles) {
      if (!one.hasMinority()) {
        throw new IllegalArgumentException(
            "names %d event loggers%s: the number must be odd and at least 3, as a majority is needed, and one more would not survive more failures"
                .formatted(
                    one.members().size(),
                    loggers.ensembles.size() == 1 ? "" : " in the ensemble " + one));
      }
    }
    return loggers;
  }
}
