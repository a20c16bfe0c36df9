package org.ftmpj.protocol.simulation;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.Records;

/**
 * One simulated job. Everything follows from it.
 *
 * @param seed decides the program
 * @param salt with the seed decides what happens to it: order, delays, crashes
 * @param ranks 2 to 8
 * @param segments how many parts the program has
 * @param skipped bits of the parts that are left out
 * @param messages how many messages an exchange has at most
 * @param crashes how many deaths there are at most
 * @param remote whether determinants go to an event logger elsewhere, and become stable late
 * @param outages whether that logger can be away
 * @param delays whether arrivals can be late
 * @param checkpoints whether ranks take checkpoints
 * @param snapshots whether ranks go on from snapshots of themselves now and then
 * @param threads how many threads a rank has at most, in each part that is made for several
 * @param hosts on how many hosts the ranks are
 * @param losses how many of those are lost at most
 * @param loggers how many event loggers there are
 * @param copies whether checkpoints are copied to where they survive their host
 * @param partners whether that is another host, which may be lost, too
 * @param prunes whether logs are pruned
 * @param receptions which receptions ranks record
 * @param lossOneIn in so many steps a host is lost
 * @param checkpointOneIn of so many steps of a rank, one begins with a checkpoint, if it may
 */
record Setup(
    long seed,
    long salt,
    int ranks,
    int segments,
    long skipped,
    int messages,
    int crashes,
    boolean remote,
    boolean outages,
    boolean delays,
    boolean checkpoints,
    boolean snapshots,
    int threads,
    int hosts,
    int losses,
    int loggers,
    boolean copies,
    boolean partners,
    boolean prunes,
    Receptions receptions,
    int lossOneIn,
    int checkpointOneIn) {

  static final int MOST_SEGMENTS = 60;

  static Setup of(long seed) {
    return Swarm.setup(seed);
  }

  /** The job that is described so, by the values of all components. */
  static Setup parse(String description) {
    Map<String, String> values = new HashMap<>();
    for (String component : description.split(" ")) {
      int equals = component.indexOf('=');
      values.put(component.substring(0, equals), component.substring(equals + 1));
    }
    Setup setup = of(0);
    for (RecordComponent component : Setup.class.getRecordComponents()) {
      String value = values.remove(component.getName());
      if (value == null) {
        throw new IllegalArgumentException("the job has no " + component.getName());
      }
      setup = setup.with(component.getName(), parse(component.getType(), value));
    }
    if (!values.isEmpty()) {
      throw new IllegalArgumentException("a job has no " + values.keySet());
    }
    return setup;
  }

  private static Object parse(Class<?> type, String value) {
    if (type == int.class) {
      return Integer.valueOf(value);
    } else if (type == long.class) {
      return Long.valueOf(value);
    } else if (type == boolean.class) {
      return Boolean.valueOf(value);
    }
    return Receptions.valueOf(value);
  }

  /** What {@link #parse(String)} reads: how jobs follow from seeds may change, this does not. */
  String description() {
    return Arrays.stream(Setup.class.getRecordComponents())
        .map(component -> component.getName() + "=" + valueOf(component))
        .collect(Collectors.joining(" "));
  }

  private Object valueOf(RecordComponent component) {
    try {
      return component.getAccessor().invoke(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a job does not survive that a host is lost together with its partner. */
  boolean needsPartners() {
    return partners && prunes;
  }

  /** The same but for that component. */
  Setup with(String component, Object value) {
    return Records.with(this, component, any -> value);
  }
}
