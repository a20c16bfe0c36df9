package org.ftmpj.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.transport.JdkAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | no command",
        "walk | walk",
        "rum -np 2 Main | ftmpj: unknown command 'rum', did you mean run? See",
        "foo | ftmpj: unknown command 'foo'. See",
        "run -np 1 -x Main | unknown option '-x'. See",
        "kill | ftmpj kill: Missing required parameters: 'JOB', 'RANK'. See",
        "kill x | RANK",
        "kill x y | 'y'",
        "run Main | -np",
        "run -np 2 | PROGRAM",
        "run -np 0 Main | 1 to 1024",
        "run -np x Main | -np",
        "run -np 0 --secret-file f Main | 1 to 1024; --secret-file",
        "status | JOB",
        "status --watch | JOB",
        "status --watch 2 | JOB",
        "status --watch 0 x | 0.1 to 3600",
        "status --watch x --json | exclude each other",
        "verify | JOB",
        "verify x --debug | --rank",
        "inspect | JOB",
        "clean --all x | exclude",
        "run -np 1 -cp . -jar x.jar | exclude",
        "run -np 1 --secret-file f Main | --logger",
        "run -np 1 --logger a:1 Main | --logger needs --secret-file",
        "run -np 1 --metrics x:y Main | y is no port",
        "run -np 1 --metrics 0 --stock --record -J -Dft.jfr=true Main |"
            + " have no effect: --record, --metrics, -Dft.jfr=true",
        "run -np 1 --stock --stats Main | no effect: --stats",
        "run -np 1 --no-such-option Main | unknown option '--no-such-option'. See",
        "run -np 1 --recrod Main | unknown option '--recrod', did you mean --record? See",
        "run -np 1 --durabilty=host Main | did you mean --durability?",
        "run -np 1 --hostfile h Main | '--hostfile', did you mean --machinefile?",
        "run -np 1 -machinesfile h Main | '-machinesfile': did you mean --machinefile?",
        "run -np 1 -dev niodev Main | '-dev': FTMPJ brings a device of its own",
        "run -np 1 -Xmx1g Main | give an option of the JVM as -J -Xmx1g",
        "run -np 1 -J | -J needs an argument",
        "jbos | unknown command 'jbos', did you mean jobs?",
        "jobs extra | unknown argument 'extra'",
        "demo --size -5 | --size must be 1 to",
        "demo --size 10 --iterations 0 --durability most | --iterations must be",
        "verify x --rank 0 --debug 70000 | PORT must be",
        "verify x --idle -1 | --idle",
        "run -np 1 --loggers 4 Main | --loggers must be odd and 3 to 9",
        "run -np 1 --loggers 3 --logger a:1 Main | they exclude each other",
        "run -np 1 --loggers 3 --durability host Main | --loggers needs --durability quorum",
        "run -np 1 --loggers 3 -J -Dft.durability=process Main | leave out ft.durability",
        "run -np 1 --loggers 3 --stock Main | no effect: --loggers",
        "run -np 1 --checkpoint-every 1s --stock Main | no effect: --checkpoint-every",
        "run | Missing required option: '-np=N'; Missing required parameter: 'PROGRAM'",
        "run -np 1 --from-start Main | --from-start is of use with --attach only",
        "run --attach x --keep Main | these have no effect: --keep, Main",
        "run --attach x --secret-file f --logger a:1,b:1 | --logger names 2 event loggers"
      })
  void shouldRefuseWithACodedMessage(String command, String problem) {
    assertThat(execute(command)).isEqualTo(64);
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1601: ").contains(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--durability quorum | needs several event loggers",
        "--durability quorum --logger a:1 | needs several event loggers",
        "--logger a:1,b:1 | names 2 event loggers",
        "--logger a:1,b:1,c:1,d:1 | names 4 event loggers",
        "--logger a:1,b:1,c:1;d:1,e:1 | names 2 event loggers in the ensemble d:1,e:1",
        "--logger a:1;b:1 | names 1 event loggers in the ensemble a:1",
        "--logger a:1,b:1,c:1;d:1,b:1,e:1 | names an event logger twice",
        "--durability host --logger a:1,b:1,c:1 | need durability = quorum",
        "--loggers 3 -J -Dft.logger=a:1 | --loggers starts event loggers, option logger"
      })
  void shouldRefuseLevelQuorumWhereItWouldNotProtect(String options, String problem) {
    String secret = options.contains("--logger ") ? "--secret-file f " : "";
    assertThat(execute("run -np 2 " + secret + options + " Main")).isNotZero();
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1001: ").contains(problem);
    assertThat(err.toString().lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--checkpoint-every 1s -D ft.values.hash=false | with values.hash only",
        "--durability disk | FTMPJ-1001: --durability = 'disk' must be",
        "--checkpoint-every often | 'often' must be a time such as 30, 500ms, 30s, 10m or 2h",
        "--checkpoint-every 1s -D ft.checkpoint.every=2s | --checkpoint-every 1s and -J -Dft.",
        "--checkpoint-every 1s --durability host --checkpoint-dir d | is for jobs on several hosts",
        "--hosts a,b --checkpoint-every 1s --checkpoint-dir d | at level host or quorum",
        "--hosts a,b --durability host --checkpoint-dir d | that take checkpoints",
        "--hosts a,b -D ft.checkpoint.dir=d | is for jobs on several hosts"
      })
  void shouldRefuseCheckpointsWhereNoneAreTaken(String options, String problem) {
    assertThat(execute("run -np 2 " + options + " Main")).isNotZero();
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1001: ").contains(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "--attach no-such-job, 1605",
    "--attach no-such-job --secret-file /dev/null, 1707",
    "'--attach no-0123456789abcdef --secret-file /no/such --logger a:1,b:1,c:1', 1402",
    "'--attach no-such-job --secret-file /dev/null --logger a:1,b:1,c:1', 1605",
    "'--attach no-0123456789abcdef --secret-file /dev/null --logger a:1,b:1,c:1', 1727",
  })
  void shouldRefuseToAttachToWhatItCannotReach(String options, String code) {
    assertThat(execute("run " + options)).isNotZero();
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-" + code + ": ");
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void shouldReportEverythingThatIsWrongAtOnce() {
    String wrong =
        "run -np x --durability most --no-such -J -Dft.hang.timeout=soon -J -Dft.rank=7"
            + " --secret-file f -cp . -jar";
    assertThat(execute(wrong)).isEqualTo(64);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString())
        .startsWith("ftmpj: FTMPJ-1601: ")
        .contains("'x'", "--no-such", "PROGRAM", "--secret-file is", "exclude each other")
        .contains("most", "hang.timeout", "ft.rank is set by");
  }

  @ParameterizedTest
  @CsvSource({
    "--help",
    "run --help",
    "jobs --help",
    "status --help",
    "verify --help",
    "inspect --help",
    "clean --help",
    "kill --help",
    "logger --help",
    "demo --help",
    "archive --help"
  })
  void shouldHelp(String command) {
    assertThat(execute(command)).isZero();
    assertThat(out.toString()).contains("Usage: ftmpj");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "run ",
        "jobs ",
        "status ",
        "verify ",
        "inspect ",
        "clean ",
        "logger ",
        "demo "
      })
  void shouldTellItsVersion(String command) {
    assertThat(execute(command + "--version")).isZero();
    assertThat(out.toString()).startsWith("ftmpj ").contains("Java ");
  }

  /** None of them are ranks' options here, but they must be heard before the class is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-n 2",
        "-n2",
        "-np 2 -Dkey=value -Dother=a=b",
        "-n 1 -J -Xmx1g -J-Xss1m -J -Dx=y -J --add-opens=a/b=c -Dx"
      })
  void shouldTakeWhatMpjrunTakes(String options) {
    assertThat(execute("run " + options + " -cp gone no.such.Main")).isEqualTo(64);
    assertThat(err.toString())
        .startsWith("ftmpj: FTMPJ-1204: there is no class no.such.Main on the class path gone")
        .contains("of which not there: gone");
    assertThat(err.toString().lines()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "resume", "kill no-such-job", "clean", "verify", "checkpoint"})
  void shouldTakeAJobThatIsNotThereForAWrongCommandLine(String command) {
    assertThat(execute(command.contains(" ") ? command + " 0" : command + " no-such-job"))
        .isEqualTo(64);
    assertThat(err.toString()).startsWith("ftmpj: FTMPJ-1605: there is no job 'no-such-job'");
  }

  @Test
  void shouldSuggestCommandsOfTheScriptToo() {
    System.setProperty("ftmpj.commands", "setup build torture");
    try {
      assertThat(execute("tortrue")).isEqualTo(64);
      assertThat(err.toString()).contains("unknown command 'tortrue', did you mean torture?");
    } finally {
      System.clearProperty("ftmpj.commands");
    }
  }

  /** {@code java -jar} takes them from there; the agent and the tests get them in other ways. */
  @Test
  void shouldOpenInTheManifestWhatTheTransportNeeds() throws Exception {
    String pom = Files.readString(Path.of("pom.xml"));
    assertThat(element(pom, "Add-Opens"))
        .containsExactlyElementsOf(
            JdkAccess.OPENED.stream()
                .map(opened -> opened.module() + "/" + opened.packageName())
                .toList());
  }

  private static List<String> element(String pom, String name) {
    String text = pom.substring(pom.indexOf("<" + name + ">") + name.length() + 2);
    return List.of(text.substring(0, text.indexOf('<')).split(" "));
  }

  private int execute(String command) {
    CommandLine line = FtmpjCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(command.isEmpty() ? new String[0] : command.split(" "));
  }
}
