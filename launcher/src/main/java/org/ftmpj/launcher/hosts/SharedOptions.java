package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.PropertiesFile;

/** The launcher's options that daemons have to share: of the network, and of their logs. */
final class SharedOptions {
  private static final List<Option<?>> ALL =
      List.of(
          Options.NETWORK_WINDOW,
          Options.NETWORK_DETECTION,
          Options.NETWORK_CHECKSUM,
          Options.NETWORK_PATHS,
          Options.NETWORK_DIRECT,
          Options.NETWORK_SEAL,
          Options.HOST_TIMEOUT,
          Options.SELFCHECK_TIMEOUT,
          Options.LOG_RESERVE,
          Options.LOG_MEMORY,
          Options.LOG_SEGMENT,
          Options.LOG_MAX);

  private SharedOptions() {}

  /** The options whose values differ from the default, each {@code ft.NAME=VALUE}. */
  static List<String> of(Configuration configuration) {
    List<String> set = new ArrayList<>();
    for (Option<?> option : ALL) {
      Object value = configuration.find(option).orElse(null);
      if (value != null && !value.equals(option.defaultValue())) {
        set.add(option.property() + "=" + text(value));
      }
    }
    return set;
  }

  private static String text(Object value) {
    return value instanceof Enum<?> e ? e.name().toLowerCase(Locale.ROOT) : "" + value;
  }

  /** Returns these options with another value of one of them. */
  static List<String> with(List<String> shared, Option<?> option, Object value) {
    String name = option.property() + "=";
    List<String> all = new ArrayList<>(shared);
    all.removeIf(each -> each.startsWith(name));
    all.add(name + value);
    return all;
  }

  /**
   * The options of a process that was given these. A job without a given quota has none, whatever
   * the environment of one of its hosts says: a quota ends jobs, on all hosts. Likewise, all hosts
   * connect their ranks with those of others, or none, with the same seal.
   *
   * @param told each {@code ft.NAME=VALUE}
   */
  static Configuration configuration(List<String> told) {
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    properties.setProperty(Options.LOG_MAX.property(), "" + Options.LOG_MAX.defaultValue());
    properties.setProperty(
        Options.NETWORK_DIRECT.property(), "" + Options.NETWORK_DIRECT.defaultValue());
    properties.setProperty(
        Options.NETWORK_SEAL.property(), text(Options.NETWORK_SEAL.defaultValue()));
    for (String option : told) {
      String[] parts = option.split("=", 2);
      properties.setProperty(parts[0], parts.length == 1 ? "" : parts[1]);
    }
    return Configuration.resolve(null, properties, System.getenv(), PropertiesFile::ofDisk);
  }
}
