package org.ftmpj.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;

class ConfigurationTest {
  private final Properties file = new Properties();
  private final Properties system = new Properties();

  @Test
  void shouldTakeTheFirstPlaceThatSetsAnOption() {
    file.setProperty("ft.rank", "4");
    file.setProperty("ft.size", "40");
    file.setProperty("ft.incarnation", "400");
    file.setProperty("ft.job.dir", "/from/file");
    Map<String, String> environment =
        Map.of("FT_CONFIG", "c", "FT_RANK", "3", "FT_SIZE", "30", "FT_INCARNATION", "300");
    system.setProperty("ft.rank", "2");
    system.setProperty("ft.size", "20");

    Configuration c = resolve("rank=1", environment);

    assertThat(c.get(Options.RANK)).isEqualTo(1);
    assertThat(c.get(Options.SIZE)).isEqualTo(20);
    assertThat(c.get(Options.INCARNATION)).isEqualTo(300);
    assertThat(c.get(Options.JOB_DIR)).isEqualTo(Path.of("/from/file"));
    assertThat(c.get(Options.DURABILITY)).isEqualTo(Durability.PROCESS);
  }

  @Test
  void shouldKnowWhatIsNotSet() {
    Configuration c = resolve(null, Map.of());
    assertThat(c.find(Options.JOB_DIR)).isEmpty();
    assertThatThrownBy(() -> c.get(Options.JOB_DIR))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("job.dir");
  }

  @Test
  void shouldReadTimesWithAndWithoutAUnit() {
    Map<String, Duration> times =
        Map.of(
            "30", Duration.ofSeconds(30),
            "500ms", Duration.ofMillis(500),
            "2 s", Duration.ofSeconds(2),
            "10m", Duration.ofMinutes(10),
            "3h", Duration.ofHours(3));
    times.forEach(
        (text, time) -> {
          Configuration c = resolve("checkpoint.every=" + text, Map.of());
          assertThat(c.get(Options.CHECKPOINT_EVERY))
              .isEqualTo(new CheckpointTimes(CheckpointTimes.Kind.EVERY, time));
        });
    for (String none : List.of("-1", "1d", "s", "99999999999")) {
      assertThatThrownBy(() -> resolve("checkpoint.every=" + none, Map.of()))
          .isInstanceOf(FtmpjException.class);
    }
  }

  @Test
  void shouldKnowWhenCheckpointsAreTaken() {
    assertThat(rules("").areOn()).isFalse();
    assertThat(rules("checkpoint.every=0").areOn()).isFalse();
    assertThat(rules("checkpoint.every=Auto").times().kind()).isEqualTo(CheckpointTimes.Kind.AUTO);
    assertThat(rules("checkpoint.every=request").areOn()).isTrue();
    assertThat(rules("checkpoint.every=request").areByCount()).isFalse();
    assertThat(rules("checkpoint.messages=7").areOn()).isTrue();
    assertThat(rules("log.max=7").times().kind()).isEqualTo(CheckpointTimes.Kind.REQUEST);
    assertThat(rules("log.max=7,checkpoint.every=auto").times().kind())
        .isEqualTo(CheckpointTimes.Kind.AUTO);
    assertThat(rules("checkpoint.volume=4096").bytes()).isEqualTo(1L << 32);
    assertThat(rules("").timeBetweenFailures()).isEqualTo(Duration.ofHours(24));
  }

  private CheckpointRules rules(String arguments) {
    return CheckpointRules.of(resolve(arguments, Map.of()));
  }

  @Test
  void shouldReadEveryType() {
    Configuration c =
        resolve("durability=Host,logger=[::1]:70,supervised=true,log.level=debug", Map.of());
    assertThat(c.get(Options.DURABILITY)).isEqualTo(Durability.HOST);
    assertThat(c.get(Options.LOGGER)).isEqualTo(new HostPort("::1", 70));
    assertThat(c.get(Options.LOGGER)).hasToString("[::1]:70");
    assertThat(c.get(Options.SUPERVISED)).isTrue();
    assertThat(c.get(Options.LOG_LEVEL)).isEqualTo(LogLevel.DEBUG);
  }

  @Test
  void shouldWaitForAnEventLoggerThatIsNamedUnlessToldOtherwise() {
    Map<String, String> named = Map.of("FT_LOGGER", "here:7");
    assertThat(resolve(null, named).get(Options.DURABILITY)).isEqualTo(Durability.HOST);
    assertThat(resolve("durability=process", named).get(Options.DURABILITY))
        .isEqualTo(Durability.PROCESS);
  }

  @Test
  void shouldWantAMajorityOfSeveralEventLoggers() {
    Configuration c = resolve(null, Map.of("FT_LOGGERS", "a:1, b:1,[::1]:2"));
    assertThat(c.get(Options.DURABILITY)).isEqualTo(Durability.QUORUM);
    assertThat(c.get(Options.LOGGERS)).hasToString("a:1,b:1,[::1]:2");
    refusesLoggers("a:1", "process", "names 1 event loggers: the number must be odd");
    refusesLoggers("a:1,b:1,c:1,d:1", "quorum", "names 4 event loggers: the number must be odd");
    refusesLoggers("a:1,b:1,a:1", "quorum", "names an event logger twice");
    refusesLoggers("a:1,b,c:1", "quorum", "has 'b', which is not host:port");
    refusesLoggers("a:1,b:1,c:1", "host", "several event loggers need durability = quorum");
    refusesLoggers("a:1,b:1,c:1;d:1", "quorum", "names 1 event loggers in the ensemble d:1: the");
    refusesLoggers("a:1,b:1,c:1;d:1,e:1,a:1", "quorum", "names an event logger twice");
    refusesLoggers("a:1,b:1,c:1;", "quorum", "has '', which is not host:port");
    assertThatThrownBy(() -> resolve("durability=quorum,logger=a:1", Map.of()))
        .hasMessageContaining("durability = quorum needs several event loggers");
    assertThatThrownBy(() -> resolve("logger=a:1", Map.of("FT_LOGGERS", "a:1,b:1,c:1")))
        .hasMessageContaining("logger and loggers exclude each other");
  }

  @Test
  void shouldSpreadWritersOverEnsembles() {
    Loggers loggers = Loggers.parse("a:1,b:1,c:1; d:1,e:1,f:1,g:1,h:1;i:1,j:1,k:1");
    assertThat(Loggers.parse(loggers.toString())).isEqualTo(loggers);
    assertThat(IntStream.range(7, 12).map(loggers::ensembleOf)).containsExactly(1, 2, 0, 1, 2);
    for (int ensemble = 0; ensemble < 3; ensemble++) {
      HostPort first = loggers.ensembles().get(ensemble).members().get(0);
      assertThat(loggers.before(ensemble)).isEqualTo(loggers.all().indexOf(first));
    }
  }

  private void refusesLoggers(String loggers, String durability, String why) {
    Map<String, String> set = Map.of("FT_LOGGERS", loggers, "FT_DURABILITY", durability);
    assertThatThrownBy(() -> resolve(null, set))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_OPTIONS))
        .hasMessageContaining(why);
  }

  @Test
  void shouldReportAllProblemsAtOnce() {
    system.setProperty("ft.size", "many");
    system.setProperty("ft.log.levl", "info");
    file.setProperty("ft.supervised", "maybe");
    file.setProperty("colour", "red");
    Map<String, String> environment =
        Map.of("FT_DURABILITY", "forever", "FT_LOGGER", "here", "FT_INCARNATION", "0");
    assertThatThrownBy(() -> resolve("rank=-1,raank=2,nonsense,config=c", environment))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_OPTIONS))
        .hasMessageContaining("agent argument rank = '-1' must be 0 to 65535")
        .hasMessageContaining("unknown agent argument raank, did you mean rank?")
        .hasMessageContaining("agent argument 'nonsense' is not name=value")
        .hasMessageContaining("system property ft.size = 'many' is not a whole number")
        .hasMessageContaining("unknown system property ft.log.levl, did you mean ft.log.level?")
        .hasMessageContaining("FT_DURABILITY = 'forever' must be one of process, host")
        .hasMessageContaining("FT_LOGGER = 'here' is not host:port")
        .hasMessageContaining("FT_INCARNATION = '0' must be at least 1")
        .hasMessageContaining("line of c ft.supervised = 'maybe' must be true or false")
        .hasMessageContaining("unknown line of c colour");
  }

  @Test
  void shouldCheckAlsoWhatIsOverridden() {
    assertThatThrownBy(() -> resolve("rank=1", Map.of("FT_RANK", "x")))
        .hasMessageContaining("FT_RANK = 'x'");
  }

  @Test
  void shouldRefuseARankOutsideTheJob() {
    assertThatThrownBy(() -> resolve("rank=4,size=4", Map.of()))
        .hasMessageContaining("rank = 4 must be less than size = 4");
  }

  @Test
  void shouldLeaveNamesOfOtherSoftwareAlone() {
    system.setProperty("ft.reporting.colour", "red");
    assertThat(resolve("", Map.of("FT_AGGREGATOR_URL", "x", "PATH", "/bin"))).hasToString("");
  }

  @Test
  void shouldSayWhichFileCannotBeRead() {
    PropertiesFile missing =
        path -> {
          throw new NoSuchFileException(path.toString());
        };
    assertThatThrownBy(() -> Configuration.resolve("config=gone", system, Map.of(), missing))
        .hasMessageContaining("properties file gone cannot be read");
  }

  private Configuration resolve(String arguments, Map<String, String> environment) {
    return Configuration.resolve(arguments, system, environment, this::readC);
  }

  private Properties readC(Path path) throws IOException {
    assertThat(path).isEqualTo(Path.of("c"));
    return file;
  }
}
