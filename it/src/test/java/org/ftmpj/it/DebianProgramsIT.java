package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.ftmpj.it.job.DebianPackages;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * MPJ programs that Debian has: every rank starts a process for each model of evolution, reads what
 * it prints by two threads, and its files. The process is a script that stands for phyml.
 */
class DebianProgramsIT {
  private static final int RANKS = 2;
  private static final int KILLS = 4;

  private static final String BASES =
      """
       6 60
      P1         GGAGCACAGTCTCCACTGGTCACACCAAGCCCGGCCCCTGAGACCGAGGAGAGCGTGCTT
      P2         GGCTGACAGTCTACACTGCTCACTCCAAGGCCGGCCCCTGAGTCCGTGGAGATGGTGCTT
      P3         GGATCACAGTCTACACTGCTCACTACTGGCCCGCCCCCTGACTCAGACGTGTGTGCGCTT
      P4         GGATCACAGTCTACACTGGTAACTCCAACCCCGGCCCCTGAGTTCGATGAGAGGGCGCGT
      P5         GGATCACGGTCTACACTGCTCACTCCAACCCCGGCCCCTGACTCCGAGGAGAGGGTGCTT
      P6         TAATCACCGTTTACACTGCTCACTCAAACCCCGGTCCCTTAGTCCTAGGAGAGGGTGCTT
      """;

  private static final String AMINO_ACIDS =
      """
       6 60
      P1         CELIPGQREAVGNVMKIQPKINPGGQERVFHAPRPGQRRWTDKDNGSNCRGRSRRRHFPI
      P2         CDLIPGQREAYVNVMKIQPKHNPQGFERPFHAPRPFQRRWTGKMNGSNSRGRSMRRHFPI
      P3         CDLIPEQREAYGNVMKIQPKINPQGQERWFHAPRPFQRRWTYKDHGSNSKGRSMRRGFPI
      P4         MDLIPGQREKYGNVMKNQPKINPFGQEIVFLAPRPFQRRWTYKDNLSNSVGRSMRRHFPI
      P5         CDLIYGDREAYGNVPKIQPKINPIGQEMVNHAPRPFQRRWTYKWNGSNSRGRSMRRHFPP
      P6         CDVSPGQREAVGNVMKFMPKINPQGQERVFHAPRPFQRRWTYKDNGSNSRGRSMRRHWPI
      """;

  @RegisterExtension final Jobs jobs = new Jobs();

  private final Random random = Seed.random("programs of Debian");

  @Test
  @Rotated(kind = "functional table and kernels", turns = 1)
  void shouldSelectTheSameModelsAsJModelTest() throws Exception {
    Path root = unpacked();
    Path home = home(root.resolve("usr/share/jmodeltest/jModelTest.jar"));
    Files.createDirectories(home.resolve("log"));
    write(
        home.resolve("conf/jmodeltest.conf"),
        """
        checkpointing=disabled
        html-logging=disabled
        phyml-logging=enabled
        log-dir=log
        global-phyml-exe=false
        exe-dir=%s
        """
            .formatted(home));
    Path input = write(home.resolve("bases.phy"), BASES);
    check(
        JobSpec.of("es.uvigo.darwin.jmodeltest.ModelTest", "-d", input.toString())
            .moreArguments("-s", "3", "-f", "-i", "-g", "4", "-AIC", "-BIC")
            .classPath(classPath(home.resolve("jModelTest.jar"), root)),
        "AKAIKE INFORMATION CRITERION");
  }

  /** Its threads hand models over by a field that is not volatile, and that one of them polls. */
  @Test
  @Rotated(kind = "functional table and kernels", turns = 6)
  void shouldSelectTheSameModelsAsProtTest() throws Exception {
    Path root = unpacked();
    Path home = home(root.resolve("usr/share/prottest/prottest.jar"));
    write(
        home.resolve("prottest.properties"),
        """
        analyzer=phyml
        global-phyml-exe=false
        exe-dir=%s
        no-memory-check=yes
        parallel_strategy=dynamic_improved
        """
            .formatted(home));
    Path input = write(home.resolve("acids.phy"), AMINO_ACIDS);
    check(
        JobSpec.of("es.uvigo.darwin.prottest.ProtTest", "-i", input.toString(), "-log", "disabled")
            .moreArguments("-JTT", "-LG", "-WAG", "-VT", "-all-distributions", "-F", "-AIC", "-BIC")
            .classPath(classPath(home.resolve("prottest.jar"), root)),
        "Best model according to AIC");
  }

  /** The result is what rank 0 prints from that line on. */
  private void check(JobSpec program, String result) throws Exception {
    JobSpec spec = program.ranks(RANKS);
    Result expected = jobs.run(spec.stock());
    assertThat(expected.exitCode()).as(expected.errText()).isZero();
    assertThat(result(expected, result)).hasSizeGreaterThan(20);
    int before = expected.out().size() - result(expected, result).size();
    Level level = random.nextBoolean() ? Level.PROCESS : Level.HOST;
    Job job =
        jobs.start(spec.level(level).with("--record", "--checkpoint-every", "2s", "--keep-logs"));
    assertThat(new Kills(job, before).anyRanks(KILLS, random)).isNotEmpty();
    Result killed = job.result();
    assertThat(killed.exitCode()).as(killed.errText()).isZero();
    assertThat(result(killed, result)).isEqualTo(result(expected, result));
    Recorded record = new Recorded(job);
    Result verified = record.ftmpj("verify", record.id());
    assertThat(verified.exitCode()).as(verified.errText()).isZero();
  }

  /** Names of temporary files differ between jobs. */
  private static List<String> result(Result of, String from) {
    return of.out(0).stream()
        .dropWhile(line -> !line.contains(from))
        .filter(line -> !line.contains("phyml"))
        .toList();
  }

  private static Path unpacked() throws IOException, InterruptedException {
    return DebianPackages.unpacked(
        "jmodeltest",
        "prottest",
        "libpal-java",
        "alter-sequence-alignment",
        "libbetter-appframework-java");
  }

  private static List<Path> classPath(Path program, Path root) {
    Path libraries = root.resolve("usr/share/java");
    return List.of(
        program,
        libraries.resolve("pal-cvs.jar"),
        libraries.resolve("alter.jar"),
        libraries.resolve("alter-lib.jar"),
        libraries.resolve("bsaf.jar"));
  }

  /** A directory with the program, which looks for its settings there, and with phyml. */
  private Path home(Path program) throws IOException {
    Path home = Files.createDirectories(jobs.directory().resolve("home"));
    Files.createDirectories(home.resolve("conf"));
    Files.copy(program, home.resolve(program.getFileName()));
    try (InputStream script = DebianProgramsIT.class.getResourceAsStream("phyml.sh")) {
      Files.copy(script, home.resolve("phyml"));
    }
    Files.setPosixFilePermissions(
        home.resolve("phyml"), PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }

  private static Path write(Path file, String text) throws IOException {
    return Files.writeString(file, text);
  }
}
