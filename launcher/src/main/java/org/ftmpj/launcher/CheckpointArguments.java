package org.ftmpj.launcher;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;

/** The options for checkpoints of a job's ranks and their logs. */
final class CheckpointArguments {
  @picocli.CommandLine.Option(
      names = "--checkpoint-every",
      paramLabel = "TIME",
      description = {
        "Save the state of each rank at this interval (30s, 10m), so that a dead rank"
            + " restarts from there, see docs/checkpoints.md. auto: at the interval that costs"
            + " least; request: when `ftmpj checkpoint` requests it."
      })
  private String every;

  @picocli.CommandLine.Option(
      names = "--keep-logs",
      description = {
        "Keep the logs of a job with checkpoints whole, so that `ftmpj verify` can repeat it; see"
            + " docs/log-space.md."
      })
  private boolean keepLogs;

  @picocli.CommandLine.Option(
      names = "--checkpoint-dir",
      paramLabel = "DIR",
      description = {
        "Copy checkpoints to this directory, which all hosts of the job share, so that ranks of a lost"
            + " host restart from there; see docs/checkpoint-copies.md."
      })
  private Path directory;

  @picocli.CommandLine.Option(
      names = "--checkpoint-copies",
      paramLabel = "partner|none",
      description = {
        "partner: copy each host's checkpoints to the next host of the job, so that ranks"
            + " of a lost host restart from there even if hosts share no directory; see"
            + " docs/checkpoint-copies.md."
      })
  private String copies;

  /** The names of the given options. */
  List<String> given() {
    return Stream.of(
            every == null ? null : "--checkpoint-every",
            keepLogs ? "--keep-logs" : null,
            directory == null ? null : "--checkpoint-dir",
            copies == null ? null : "--checkpoint-copies")
        .filter(Objects::nonNull)
        .toList();
  }

  /** The options of docs/options.md that they set, as text. */
  Map<Option<?>, String> options() {
    Map<Option<?>, String> set = new LinkedHashMap<>();
    if (every != null) {
      set.put(Options.CHECKPOINT_EVERY, every);
    }
    if (keepLogs) {
      set.put(Options.CHECKPOINT_KEEP_LOGS, "true");
    }
    if (directory != null) {
      set.put(Options.CHECKPOINT_DIR, directory.toAbsolutePath().toString());
    }
    if (copies != null) {
      set.put(Options.CHECKPOINT_COPIES, copies);
    }
    return set;
  }

  /** The options as arguments of a rank's virtual machine, which alone reads them. */
  List<String> jvmArguments() {
    return options().entrySet().stream()
        .map(set -> "-D" + set.getKey().property() + "=" + set.getValue())
        .toList();
  }
}
