package org.ftmpj.launcher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.PropertiesFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The options of a job as its ranks will have them, and before those the ones of the command: they
 * must not differ, for the ranks see their system properties first.
 *
 * @param jvmArguments of every rank, among them perhaps {@code -Dft.NAME=VALUE}
 * @param command options that the command line sets, as text
 */
record RankOptions(List<String> jvmArguments, Map<Option<?>, String> command) {
  private static final List<Option<?>> OF_A_RANK =
      List.of(
          Options.JOB_DIR,
          Options.RANK,
          Options.SIZE,
          Options.INCARNATION,
          Options.SUPERVISED,
          Options.VERIFY);

  /**
   * @throws FtmpjException BAD_OPTIONS with all problems
   */
  Configuration resolve() {
    List<String> problems = problems();
    Configuration configuration = null;
    try {
      configuration =
          Configuration.resolve(null, systemProperties(), environment(), PropertiesFile::ofDisk);
    } catch (FtmpjException e) {
      problems.add(asGiven(e.what()));
    }
    if (!problems.isEmpty()) {
      throw new FtmpjException(ErrorCode.BAD_OPTIONS, String.join("; ", problems));
    }
    return configuration;
  }

  /** With what the user has written, instead of the properties that stand for it. */
  private String asGiven(String problem) {
    String text = problem;
    for (Option<?> option : command.keySet()) {
      text = text.replace("system property " + option.property() + " ", flag(option) + " ");
    }
    return text;
  }

  private static String flag(Option<?> option) {
    return "--" + option.name().replace('.', '-');
  }

  private List<String> problems() {
    Properties ofRanks = ofRanks();
    List<String> problems = new ArrayList<>();
    command.forEach(
        (option, value) -> {
          String other = ofRanks.getProperty(option.property());
          if (other != null && !other.equalsIgnoreCase(value)) {
            problems.add(
                "%s %s and -J -D%s=%s contradict each other"
                    .formatted(flag(option), value, option.property(), other));
          }
        });
    for (Option<?> option : OF_A_RANK) {
      if (ofRanks.containsKey(option.property())) {
        problems.add("-J -D" + option.property() + " is set by ftmpj run itself");
      }
    }
    return problems;
  }

  private Properties systemProperties() {
    Properties properties = ofRanks();
    command.forEach((option, value) -> properties.setProperty(option.property(), value));
    return properties;
  }

  private Properties ofRanks() {
    Properties properties = new Properties();
    for (String argument : jvmArguments) {
      int equals = argument.indexOf('=');
      if (argument.startsWith("-D") && equals > 0) {
        properties.setProperty(argument.substring(2, equals), argument.substring(equals + 1));
      }
    }
    return properties;
  }

  /** Without what a rank is told: this may be run by a rank of another job. */
  private static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    OF_A_RANK.forEach(option -> environment.remove(option.environment()));
    return environment;
  }
}
