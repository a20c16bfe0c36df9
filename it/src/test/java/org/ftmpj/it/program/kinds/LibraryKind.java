package org.ftmpj.it.program.kinds;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Objects of libraries. */
public enum LibraryKind {
  LOGBACK(LibraryKind::logback, log -> log("logged", log)),
  PICOCLI(LibraryKind::commandLine, line -> parsed(line) + " " + line.getUsageMessage().length()),
  SNAKEYAML(Yaml::new, yaml -> yaml.load("{a: [1, 2]}") + yaml.dump(List.of(1))),
  LOG4J(LibraryKind::log4j, log -> log.getName() + log.isInfoEnabled()),
  LOG4J2(LibraryKind::log4j2, log -> log.getName() + log.isErrorEnabled());

  private final Kind<?> kind;

  <T> LibraryKind(Callable<T> make, Kind.Show<T> show) {
    this.kind = new Kind<>(make, show);
  }

  Kind<?> kind() {
    return kind;
  }

  /** A command of the program. */
  @Command(name = "solve", description = "solves")
  static final class Solve {
    @Option(names = "-n", description = "steps")
    private int steps;

    @Parameters private List<String> files;
  }

  private static Logger logback() throws Exception {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Holds.class.getResource("logback.xml"));
    return context.getLogger("program");
  }

  private static Object log(String text, Logger log) {
    log.info(text);
    return log.getEffectiveLevel();
  }

  private static org.apache.log4j.Logger log4j() {
    org.apache.log4j.BasicConfigurator.configure();
    return org.apache.log4j.Logger.getLogger("log4j");
  }

  private static org.apache.logging.log4j.Logger log4j2() {
    return org.apache.logging.log4j.LogManager.getLogger("log4j2");
  }

  private static CommandLine commandLine() {
    return new CommandLine(new Solve());
  }

  private static Object parsed(CommandLine line) {
    line.parseArgs("-n", "3", "a", "b");
    Solve solve = line.getCommand();
    return Map.of(solve.steps, solve.files);
  }
}
