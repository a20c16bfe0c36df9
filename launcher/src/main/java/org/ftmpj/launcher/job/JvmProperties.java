package org.ftmpj.launcher.job;

import java.util.List;
import java.util.Properties;

/** The system properties that a command of Java sets. */
public final class JvmProperties {
  private JvmProperties() {}

  /**
   * The words of the form {@code -DNAME=VALUE}.
   *
   * @param words of the command; those of the program, after its main class, count, too
   */
  public static Properties of(List<String> words) {
    Properties properties = new Properties();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (word.startsWith("-D") && equals > 0) {
        properties.setProperty(word.substring(2, equals), word.substring(equals + 1));
      }
    }
    return properties;
  }
}
