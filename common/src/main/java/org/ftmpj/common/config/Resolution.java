package org.ftmpj.common.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/** Resolves all options: takes the layers in their order, and collects the problems. */
final class Resolution {
  /** The edit distance up to which an unknown name counts as a misspelt option. */
  private static final int MISSPELT = 2;

  private final List<String> problems = new ArrayList<>();
  private final Map<Option<?>, Object> values = new HashMap<>();

  Resolution(
      String agentArguments,
      Properties systemProperties,
      Map<String, String> environment,
      PropertiesFile file) {
    take("agent argument", Option::name, arguments(agentArguments), true);
    take("system property", Option::property, strings(systemProperties, "ft."), false);
    take("environment variable", Option::environment, withPrefix(environment, "FT_"), false);
    if (values.get(Options.CONFIG) instanceof Path path) {
      take("line of " + path, Option::property, lines(file, path), true);
    }
    if (values.containsKey(Options.LOGGERS)) {
      values.putIfAbsent(Options.DURABILITY, Durability.QUORUM);
    }
    if (values.containsKey(Options.LOGGER)) {
      // A user who names an event logger wants it to be waited for.
      values.putIfAbsent(Options.DURABILITY, Durability.HOST);
    }
    checkTogether();
    checkLoggers();
  }

  Configuration configuration() {
    if (!problems.isEmpty()) {
      throw new FtmpjException(ErrorCode.BAD_OPTIONS, String.join("; ", problems));
    }
    return new Configuration(Map.copyOf(values));
  }

  private interface Naming {
    String of(Option<?> option);
  }

  /**
   * Takes what no earlier layer has set from one layer, and also checks what an earlier one has.
   */
  private void take(String where, Naming naming, Map<String, String> layer, boolean onlyOurs) {
    Map<String, String> rest = new TreeMap<>(layer);
    for (Option<?> option : Options.all()) {
      String text = rest.remove(naming.of(option));
      if (text != null) {
        takeOne(where + " " + naming.of(option), option, text);
      }
    }
    rest.keySet().forEach(name -> reportUnknown(where, naming, name, onlyOurs));
  }

  private void takeOne(String name, Option<?> option, String text) {
    try {
      values.putIfAbsent(option, option.parse(text));
    } catch (IllegalArgumentException e) {
      problems.add(name + " = '" + text + "' " + e.getMessage());
    }
  }

  private void reportUnknown(String where, Naming naming, String name, boolean onlyOurs) {
    List<String> names = Options.all().stream().<String>map(naming::of).toList();
    Optional<String> meant = Spelling.nearest(name, names);
    if (onlyOurs || meant.filter(near -> Spelling.distance(name, near) <= MISSPELT).isPresent()) {
      problems.add(
          "unknown "
              + where
              + " "
              + name
              + meant.map(near -> ", did you mean " + near + "?").orElse(""));
    }
  }

  private void checkTogether() {
    Object rank = values.get(Options.RANK);
    Object size = values.get(Options.SIZE);
    if (rank instanceof Integer r && size instanceof Integer n && r >= n) {
      problems.add("rank = " + r + " must be less than size = " + n);
    }
  }

  private void checkLoggers() {
    boolean areSeveral = values.containsKey(Options.LOGGERS);
    boolean isQuorum = values.get(Options.DURABILITY) == Durability.QUORUM;
    if (areSeveral && values.containsKey(Options.LOGGER)) {
      problems.add("logger and loggers exclude each other");
    } else if (areSeveral && !isQuorum) {
      problems.add("several event loggers need durability = quorum");
    } else if (isQuorum && !areSeveral && problems.isEmpty()) {
      problems.add(
          "durability = quorum needs several event loggers (option loggers; `ftmpj run --logger"
              + " a:port,b:port,c:port`)");
    }
  }

  private Map<String, String> arguments(String text) {
    Map<String, String> arguments = new HashMap<>();
    if (text == null) {
      return arguments;
    }
    for (String argument : text.split(",")) {
      int equals = argument.indexOf('=');
      if (equals > 0) {
        arguments.put(argument.substring(0, equals).strip(), argument.substring(equals + 1));
      } else if (!argument.isBlank()) {
        problems.add("agent argument '" + argument + "' is not name=value");
      }
    }
    return arguments;
  }

  private Map<String, String> lines(PropertiesFile file, Path path) {
    try {
      return strings(file.read(path), "");
    } catch (IOException | IllegalArgumentException e) {
      problems.add("the properties file " + path + " cannot be read (" + Reason.of(e) + ")");
      return Map.of();
    }
  }

  private static Map<String, String> strings(Properties properties, String prefix) {
    Map<String, String> strings = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      strings.put(name, properties.getProperty(name));
    }
    return withPrefix(strings, prefix);
  }

  private static Map<String, String> withPrefix(Map<String, String> layer, String prefix) {
    Map<String, String> found = new HashMap<>(layer);
    found.keySet().removeIf(name -> !name.startsWith(prefix));
    return found;
  }

  /** Levenshtein's edit distance. */
}
