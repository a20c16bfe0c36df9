package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.FreePort;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Result;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script `ftmpj` of an installation that its users cannot write to: as nobody if this is root,
 * else without the permission.
 */
class SiteIT {
  private static final int FTMPJ_ERROR = 70;
  private static final int CALLED_WRONGLY = 64;
  private static final String NOBODY = "65534";
  private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

  private Path directory;
  private Path site;
  private Path home;

  @BeforeEach
  void install() throws Exception {
    // Not below the source tree, which nobody may not be able to reach.
    directory = Files.createTempDirectory("ftmpj-site");
    site = Files.createDirectory(directory.resolve("the site"));
    home = Files.createDirectory(directory.resolve("a home"));
    copy("ftmpj", "");
    copy("mpj", "");
    copy("launcher/target", "ftmpj.jar");
    copy("agent/target", "ftagent.jar");
    copy("samples/target", "ftmpj-samples-.*[.]jar");
    copyTree(Installation.mpjHome(), site.resolve(".mpj/home"), "");
    copyTree(Installation.root().resolve("mpj"), site.resolve(".mpj/home/bin"), "");
    Files.writeString(site.resolve(".mpj/built"), "");
    run("chmod", "-R", "a+rX,a-w", site.toString());
    run("chmod", "755", directory.toString());
    run("chmod", "777", home.toString());
  }

  private void copy(String name, String pattern) throws IOException {
    copyTree(Installation.root().resolve(name), site.resolve(name), pattern);
  }

  private static void copyTree(Path from, Path to, String pattern) throws IOException {
    try (Stream<Path> all = Files.walk(from, pattern.isEmpty() ? Integer.MAX_VALUE : 1)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (pattern.isEmpty() || file.getFileName().toString().matches(pattern)) {
          Path copy = file.equals(from) ? to : to.resolve(from.relativize(file).toString());
          Files.createDirectories(copy.getParent());
          Files.copy(
              file, copy, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  @AfterEach
  void remove() throws Exception {
    run("chmod", "-R", "u+w", directory.toString());
    run("rm", "-rf", directory.toString());
  }

  private static void run(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
  }

  /** A line of a shell, as an ordinary user; {@code $site} is the installation. */
  private Result sh(String line) throws Exception {
    List<String> words = new ArrayList<>();
    if (IS_ROOT) {
      words.addAll(List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
    }
    words.addAll(List.of("env", "-u", "MPJ_HOME", "-u", "XDG_DATA_HOME", "-u", "XDG_CACHE_HOME"));
    words.addAll(List.of("HOME=" + home, "JAVA_HOME=" + System.getProperty("java.home")));
    words.addAll(List.of("TMPDIR=" + home, "site=" + site));
    words.addAll(List.of("bash", "-c", "cd \"$HOME\"; " + line));
    try (Command command = Command.of(Map.of(), words)) {
      return command.result();
    }
  }

  private static String out(Result result) {
    return String.join("\n", result.out().stream().map(Line::text).toList());
  }

  @Test
  @Rotated(kind = "what users get", turns = 6)
  void shouldShowTheDemonstrationWithPicturesOfTheUser() throws Exception {
    Result result = sh("\"$site/ftmpj\" demo --size 300 --iterations 20000");
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(out(result)).endsWith("PASS");
    assertThat(home.resolve(".local/share/ftmpj/demo/with-failures.png")).exists();
  }

  @Test
  @Rotated(kind = "what users get", turns = 7)
  void shouldMakeAnArchiveOfTheUser() throws Exception {
    Result result = sh("\"$site/ftmpj\" archive");
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains("ranks start from " + home.resolve(".cache/ftmpj/"));
    assertThat(sh("\"$site/ftmpj\" demo --dir /proc/no").errText())
        .contains("FTMPJ-1301: ", "--dir");
  }

  /** Only the locale says what the bytes of a name mean. */
  @Test
  void shouldNameTheLocaleThatDoesNotHaveTheCharactersOfAName() throws Exception {
    String run = "export LC_ALL=C; \"$site/ftmpj\" run -np 1 ";
    Result here =
        sh("cd \"$(mkdir -p $'\\303\\274'/c; echo $'\\303\\274')\"; " + run + "-cp c Main");
    assertThat(here.err()).hasSize(2);
    assertThat(here.errText())
        .contains("FTMPJ-1204: ", "FTMPJ-1008: the name of the working directory", "LC_ALL=");
    Result named = sh(run + "-cp $'\\303\\274/c' Main");
    assertThat(named.err()).hasSize(1);
    assertThat(named.errText()).startsWith("ftmpj: FTMPJ-1008: '").contains("LC_ALL=");
    Result option = sh(run + "--job-dir $'\\303\\274' Main");
    assertThat(option.exitCode()).isEqualTo(CALLED_WRONGLY);
    assertThat(option.errText()).contains("'--job-dir': '", "has characters that the locale");
    Result installed =
        sh(
            "mkdir -p $'\\303\\274'; cp -a \"$site\" $'\\303\\274/i'; export LC_ALL=C; $'\\303\\274/i/ftmpj' jobs");
    assertThat(installed.errText()).startsWith("ftmpj: FTMPJ-1008: ").contains("LC_ALL=");
    assertThat(installed.err()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"build", "test", "simulate", "torture", "soak"})
  void shouldSayWhatNeedsASourceTreeOfTheUser(String command) throws Exception {
    Result result = sh("\"$site/ftmpj\" " + command);
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText())
        .startsWith("ftmpj: FTMPJ-1301: './ftmpj " + command + "' writes to " + site);
    assertThat(result.err()).hasSize(1);
  }

  @Test
  void shouldNeedNoSetUpOfItsUsers() throws Exception {
    Result result = sh("\"$site/ftmpj\" setup");
    assertThat(result.exitCode()).isZero();
    assertThat(result.errText()).contains("is built already");
  }

  @Test
  void shouldBootMpjExpressWithLogsOfTheUser() throws Exception {
    int free = FreePort.any();
    Path conf = site.resolve(".mpj/home/conf/mpjexpress.conf");
    Files.setPosixFilePermissions(conf, PosixFilePermissions.fromString("rw-r--r--"));
    Files.writeString(
        conf,
        Files.readString(conf)
            .replaceAll("(?m)^(mpjexpress.mpjdaemon.port.1)=.*$", "$1=" + free)
            .replaceAll("(?m)^(mpjexpress.mpjdaemon.port.2)=.*$", "$1=" + FreePort.any()));
    Result result =
        sh(
            // MPJ Express writes where Java takes the user to be at home.
            "export JDK_JAVA_OPTIONS=\"'-Duser.home=$HOME'\"; bin=$site/.mpj/home/bin; \"$bin/mpjboot\" >boot 2>&1; cat boot;"
                + " \"$bin/mpjrun.sh\" -np 2 -dev niodev -cp \"$site\"/samples/target/*.jar "
                + Ring.class.getName()
                + " 3 1000 2>&1; \"$bin/mpjhalt\"");
    assertThat(result.exitCode()).as(out(result) + result.errText()).isZero();
    assertThat(out(result)).contains("at port " + free, "ring: 3 laps");
    assertThat(home.resolve(".local/state/ftmpj/mpj/logs")).isNotEmptyDirectory();
  }

  @Test
  @Rotated(kind = "errors", turns = 5)
  void shouldSayWhyJavaDoesNotStart() throws Exception {
    Result limited = sh("ulimit -v 3000000; JAVA_TOOL_OPTIONS=-Xmx8g \"$site/ftmpj\" jobs");
    assertThat(limited.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(limited.errText()).contains("FTMPJ-1003: ", "does not start", ". This shell limits");
    Result threads =
        sh(
            "for u in 5 10; do (ulimit -u $u; \"$site/ftmpj\" run -np 1 -cp"
                + " \"$site\"/samples/target/*.jar "
                + Ring.class.getName()
                + " 3 10); done; \"$site/ftmpj\" jobs");
    assertThat(threads.errText()).contains("FTMPJ-").doesNotContain("at org.ftmpj");
    assertThat(out(threads)).endsWith("no jobs");
    Result nowhere = sh("mkdir gone; cd gone; rmdir ../gone; \"$site/ftmpj\" jobs");
    assertThat(nowhere.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(nowhere.errText())
        .contains("FTMPJ-1003: ", ". The working directory is not there")
        .doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ulimit -f 100 | | 70 | FTMPJ-1301: no file may have more than 100 KiB here (ulimit -f)",
        "true | -J -Dft.log.reserve=1000000000 | 64 | FTMPJ-1001: ",
        "true | -J -Dft.log.reserve=1000000 | 70 | FTMPJ-1301: no space: ",
        "true | -J -Xmx9999999g | 70 | FTMPJ-1602: the Java virtual machine of rank 0 did not"
            + " start",
        "true | --logger 127.0.0.1:1 --secret-file none | 70 | FTMPJ-1402: the secret cannot be"
            + " read from none",
        "true | --job-dir /proc/none | 70 | FTMPJ-1301: cannot make the job directory"
      })
  @Rotated(kind = "errors", turns = 1)
  void shouldLeaveNothingOfAJobThatCannotBegin(
      String before, String options, int exitCode, String told) throws Exception {
    Result result =
        sh(
            before
                + "; \"$site/ftmpj\" run -np 1 "
                + (options == null ? "" : options)
                + " -cp \"$site\"/samples/target/*.jar "
                + Ring.class.getName()
                + " 3 1000");
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(exitCode);
    assertThat(result.errText()).containsOnlyOnce("FTMPJ-").contains(told);
    assertThat(out(sh("\"$site/ftmpj\" jobs"))).isEqualTo("no jobs");
  }

  @Test
  void shouldFindJobsBelowTmpdir() throws Exception {
    Result result = sh("\"$site/ftmpj\" status none");
    assertThat(result.exitCode()).isEqualTo(CALLED_WRONGLY);
    assertThat(result.errText()).contains("there is no job 'none' in " + home + "/ftmpj-");
  }

  @Test
  void shouldListWhatUsersNeedFirst() throws Exception {
    String help = out(sh("\"$site/ftmpj\" --help"));
    assertThat(help.substring(0, help.indexOf("In the source tree")))
        .contains("  run ", "  checkpoint ", "  resume ", "  kill ", "  status ", "  clean ")
        .doesNotContain("  torture ");
  }
}
