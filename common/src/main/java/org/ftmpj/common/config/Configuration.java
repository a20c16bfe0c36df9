package org.ftmpj.common.config;

import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.ftmpj.common.error.FtmpjException;

/**
 * The values of all options. Immutable.
 *
 * <p>The first place that sets an option wins: agent argument {@code job.dir=...}, system property
 * {@code ft.job.dir}, environment variable {@code FT_JOB_DIR}, line {@code ft.job.dir=...} of the
 * properties file, default.
 */
public final class Configuration {
  private final Map<Option<?>, Object> values;

  Configuration(Map<Option<?>, Object> values) {
    this.values = values;
  }

  /**
   * Reads and checks everything.
   *
   * <p>A name that is no option is an error in the agent arguments and in the properties file.
   * Among system properties and environment variables it is one only if it looks like a misspelt
   * option, because other software may use the prefix {@code ft.} or {@code FT_} too.
   *
   * @param agentArguments {@code name=value,name=value}; null or empty if there are none
   * @throws FtmpjException {@code BAD_OPTIONS} with all problems found
   */
  public static Configuration resolve(
      String agentArguments,
      Properties systemProperties,
      Map<String, String> environment,
      PropertiesFile file) {
    return new Resolution(agentArguments, systemProperties, environment, file).configuration();
  }

  /**
   * @throws NoSuchElementException if the option is not set and has no default
   */
  public <T> T get(Option<T> option) {
    return find(option)
        .orElseThrow(() -> new NoSuchElementException("option " + option + " is not set"));
  }

  /** The value of the option, else its default, else empty. */
  @SuppressWarnings("unchecked") // Only Resolution fills the map, from Option<T>.parse.
  public <T> Optional<T> find(Option<T> option) {
    return Optional.ofNullable((T) values.getOrDefault(option, option.defaultValue()));
  }

  /** The options that are set, without defaults, in the order of the reference page. */
  @Override
  public String toString() {
    List<Option<?>> set = Options.all().stream().filter(values::containsKey).toList();
    return set.stream().map(o -> o + "=" + values.get(o)).collect(Collectors.joining(", "));
  }
}
