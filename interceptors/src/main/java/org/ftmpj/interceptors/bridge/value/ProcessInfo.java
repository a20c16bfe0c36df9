package org.ftmpj.interceptors.bridge.value;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The information about a process at the time of the program's query. */
final class ProcessInfo implements ProcessHandle.Info {
  private static final String ARGUMENT = "argument ";

  private final Map<String, String> known;

  /**
   * @param known made by {@link #texts}
   */
  ProcessInfo(Map<String, String> known) {
    this.known = known;
  }

  /** The available texts by name. */
  static Map<String, String> texts(ProcessHandle.Info info) {
    Map<String, String> texts = new LinkedHashMap<>();
    info.command().ifPresent(text -> texts.put("command", text));
    info.commandLine().ifPresent(text -> texts.put("commandLine", text));
    info.startInstant().ifPresent(time -> texts.put("startInstant", time.toString()));
    info.totalCpuDuration().ifPresent(time -> texts.put("totalCpuDuration", time.toString()));
    info.user().ifPresent(text -> texts.put("user", text));
    String[] arguments = info.arguments().orElse(null);
    if (arguments != null) {
      texts.put("arguments", Integer.toString(arguments.length));
      IntStream.range(0, arguments.length).forEach(i -> texts.put(ARGUMENT + i, arguments[i]));
    }
    texts.put("text", info.toString());
    return texts;
  }

  private Optional<String> text(String name) {
    return Optional.ofNullable(known.get(name));
  }

  @Override
  public Optional<String> command() {
    return text("command");
  }

  @Override
  public Optional<String> commandLine() {
    return text("commandLine");
  }

  @Override
  public Optional<String[]> arguments() {
    return text("arguments")
        .map(Integer::parseInt)
        .map(
            count ->
                IntStream.range(0, count)
                    .mapToObj(i -> known.get(ARGUMENT + i))
                    .toArray(String[]::new));
  }

  @Override
  public Optional<Instant> startInstant() {
    return text("startInstant").map(Instant::parse);
  }

  @Override
  public Optional<Duration> totalCpuDuration() {
    return text("totalCpuDuration").map(Duration::parse);
  }

  @Override
  public Optional<String> user() {
    return text("user");
  }

  @Override
  public String toString() {
    return known.get("text");
  }
}
