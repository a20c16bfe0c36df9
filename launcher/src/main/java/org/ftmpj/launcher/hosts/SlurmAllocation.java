package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** The nodes of the Slurm job that this process belongs to, as Slurm's environment tells them. */
final class SlurmAllocation {
  private static final String JOB = "SLURM_JOB_ID";
  private static final String NODES = "SLURM_JOB_NODELIST";
  private static final String TASKS = "SLURM_NTASKS";
  private static final String TASKS_PER_NODE = "SLURM_TASKS_PER_NODE";
  private static final String CPUS_PER_NODE = "SLURM_JOB_CPUS_PER_NODE";

  /** The variable with the number of tasks started by srun; it is not set otherwise. */
  private static final String TASKS_OF_STEP = "SLURM_STEP_NUM_TASKS";

  /** The slots of a node, such as {@code 4}, or of several in a row, such as {@code 4(x2)}. */
  private static final Pattern SLOTS = Pattern.compile("(\\d{1,6})(?:\\(x(\\d{1,6})\\))?");

  private final Map<String, String> environment;

  private SlurmAllocation(Map<String, String> environment) {
    this.environment = environment;
  }

  /** The allocation that this environment describes, if any. */
  static Optional<SlurmAllocation> of(Map<String, String> environment) {
    return environment.containsKey(JOB) && environment.containsKey(NODES)
        ? Optional.of(new SlurmAllocation(environment))
        : Optional.empty();
  }

  /**
   * The allocation, which has to exist.
   *
   * @throws FtmpjException NO_ALLOCATION if there is none, or this command is one of several tasks
   */
  static SlurmAllocation require(Map<String, String> environment) {
    SlurmAllocation allocation =
        of(environment)
            .orElseThrow(() -> bad("neither " + JOB + " nor " + NODES + " is in the environment"));
    int copies = number(environment.getOrDefault(TASKS_OF_STEP, "1"));
    if (copies > 1) {
      throw bad("srun has started this command " + copies + " times; it is to run once");
    }
    return allocation;
  }

  /** Whether it is the node that this process runs on, and no other. */
  boolean isThisHost() {
    return environment.get(NODES).equals(environment.get(SlurmTask.NODE_NAME));
  }

  /**
   * Its nodes, with the requested tasks, or else with the processors.
   *
   * @param expand expands Slurm's list of nodes to one name per line
   * @throws FtmpjException NO_ALLOCATION if there is no room for so many ranks
   */
  HostList hosts(int ranks, UnaryOperator<String> expand) {
    List<String> names = expand.apply(environment.get(NODES)).lines().map(String::strip).toList();
    String variable = environment.containsKey(TASKS) ? TASKS_PER_NODE : CPUS_PER_NODE;
    List<Integer> slots = slots(variable);
    if (slots.size() != names.size()) {
      throw bad(
          "%s=%s is not of the %d nodes %s"
              .formatted(
                  variable, environment.get(variable), names.size(), environment.get(NODES)));
    }
    int all = slots.stream().mapToInt(Integer::intValue).sum();
    if (all < ranks) {
      throw bad(
          "%d ranks, but job %s has place for %d only (%s=%s)"
              .formatted(ranks, environment.get(JOB), all, variable, environment.get(variable)));
    }
    Map<String, Integer> hosts = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      hosts.put(names.get(i), slots.get(i));
    }
    return new HostList(hosts);
  }

  private List<Integer> slots(String variable) {
    List<Integer> slots = new ArrayList<>();
    for (String part : environment.getOrDefault(variable, "").split(",")) {
      Matcher matcher = SLOTS.matcher(part);
      if (!matcher.matches()) {
        throw bad(variable + "=" + environment.get(variable) + " is not understood");
      }
      int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
      for (int i = 0; i < times; i++) {
        slots.add(Integer.parseInt(matcher.group(1)));
      }
    }
    return slots;
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw bad("'" + text + "' in Slurm's environment is no number");
    }
  }

  static FtmpjException bad(String what) {
    return new FtmpjException(ErrorCode.NO_ALLOCATION, what);
  }
}
