package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.ftmpj.it.damage.Compiled;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Javas;
import org.ftmpj.it.job.Result;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** The archive of classes that makes ranks start faster, in an installation of its own. */
class ArchiveIT {
  private static final int FTMPJ_ERROR = 70;
  private static final String OURS = "org.ftmpj.protocol.rank.RankSession source: ";
  private static final String WEAVES = "net.bytebuddy.";
  private static final String LIBRARY =
      "net.openhft.chronicle.queue.impl.single.SingleChronicleQueue";

  @TempDir private Path home;
  private Path agent;
  private Path samples;

  /** What the program says without an archive. */
  private Result said;

  @BeforeEach
  void copyInstallation() throws IOException {
    agent = copied(Installation.agent());
    copied(Installation.launcher());
    samples = home.resolve("samples/target/ftmpj-samples-0.jar");
    Path built = Installation.root().resolve("samples/target");
    try (Stream<Path> jars = Files.list(built)) {
      Path jar =
          jars.filter(file -> file.toString().matches(".*/ftmpj-samples-[^/]*[.]jar"))
              .findFirst()
              .orElseThrow();
      Files.createDirectories(samples.getParent());
      Files.copy(jar, samples);
    }
  }

  /** That of the installation under test: to make another one is among the long tests. */
  @Test
  @Rotated(kind = "what users get", turns = 7)
  void shouldBeWhatRanksOfThisBuildLoadFrom() throws Exception {
    try (Stream<Path> all = Files.list(Installation.agent().getParent())) {
      String own = "ftagent-" + System.getProperty("java.vm.version") + ".jsa";
      assumeThat(all.map(file -> file.getFileName().toString())).as("archives").contains(own);
    }
    Path log = home.resolve("classes.log");
    Path temporary = Files.createDirectories(home.resolve("tmp"));
    try (Command command =
        Command.start(temporary, Map.of(), arguments("-Xlog:class+load:file=" + log + ":none"))) {
      Result result = command.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
    }
    assertThat(Files.readString(log))
        .contains(OURS + "shared objects file")
        .contains(LIBRARY + " source: shared objects file")
        .doesNotContain(WEAVES);
  }

  @Tag("long")
  @Test
  void shouldBeWhatRanksLoadFrom() throws Exception {
    assertMadeAndUsed(Installation.java());
  }

  @Tag("long")
  @Test
  void shouldBeWhatRanksOfAnotherJavaLoadFrom() throws Exception {
    Optional<Path> other = Javas.other();
    assumeThat(other).as("another Java on this machine").isPresent();
    assertMadeAndUsed(other.get().toString());
  }

  private void assertMadeAndUsed(String java) throws Exception {
    said = run(java);
    assertThat(said.exitCode()).as(said.errText()).isZero();
    assertThat(said.out()).hasSize(11);
    assertThat(classes(java)).contains(OURS + "file:" + agent).contains(WEAVES);

    make(java);
    // Once more: ranks start from the first one then.
    make(java);
    assertThat(besideAgent()).hasSize(3);
    Path archive = archive();
    assertThat(classes(java))
        .contains(OURS + "shared objects file")
        .contains(LIBRARY + " source: shared objects file")
        .doesNotContain(WEAVES);

    assertThat(classes(java, "-XX:-UseCompressedOops"))
        .contains(OURS + "file:" + agent)
        .doesNotContain(WEAVES);
    String usersOwn = "-XX:SharedArchiveFile=" + home.resolve("none.jsa");
    assertThat(classes(java, usersOwn)).contains(OURS + "file:" + agent);

    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-------"));
    overwriteThird(archive);
    assertThat(classes(java)).contains(OURS + "file:" + agent);
    truncate(archive);
    assertThat(classes(java)).contains(OURS + "file:" + agent);

    for (Path woven : woven()) {
      truncate(woven);
    }
    assertThat(classes(java)).contains(WEAVES);
  }

  private List<Path> woven() throws IOException {
    try (Stream<Path> all = Files.list(agent.resolveSibling("ftagent-woven"))) {
      List<Path> files = all.toList();
      assertThat(files).hasSize(6);
      return files;
    }
  }

  @Tag("long")
  @Test
  void shouldNotBeUsedByAnotherJava() throws Exception {
    Optional<Path> other = Javas.other();
    assumeThat(other).as("another Java on this machine").isPresent();
    said = run(Installation.java());
    make(other.get().toString());
    String own = "ftagent-" + System.getProperty("java.vm.version") + ".jsa";
    Files.move(archive(), agent.resolveSibling(own));
    assertThat(classes(Installation.java())).contains(OURS + "file:" + agent);
  }

  /** Nor are its subclasses taken from the archive, which are as they were. */
  @Tag("long")
  @Test
  void shouldNotBeUsedForAClassThatHasChanged() throws Exception {
    said = run(Installation.java());
    make(Installation.java());
    change("org/ftmpj/protocol/match/IntrusiveList$Link");
    assertThat(classes(Installation.java()))
        .contains("org.ftmpj.protocol.match.IntrusiveList$Link source: file:" + agent)
        .contains("org.ftmpj.protocol.match.Receive source: file:" + agent)
        .contains(OURS + "shared objects file");
  }

  /** Another class file in the agent's jar, which does the same. */
  private void change(String type) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(agent)) {
      Path file = jar.getPath("inst/" + type + ".classdata");
      ClassWriter changed = new ClassWriter(0);
      new ClassReader(Files.readAllBytes(file)).accept(changed, 0);
      changed.visitField(Opcodes.ACC_PRIVATE, "more", "I", null, null).visitEnd();
      Files.write(file, changed.toByteArray());
    }
  }

  private void make(String java) throws Exception {
    Result made = ftmpj(java, "archive");
    assertThat(made.exitCode()).as(made.errText()).isZero();
    assertThat(made.errText()).contains("ftmpj: ranks start from " + archive() + ", ");
  }

  @Test
  @Rotated(kind = "what users get", turns = 2)
  void shouldSayWhyItCannotBeMade() throws Exception {
    Files.delete(samples);
    String program =
        """
        package org.ftmpj.samples.witness;
        public class OrderWitness {
          public static void main(String[] args) {
            System.out.println("not today");
            System.exit(3);
          }
        }
        """;
    Compiled.to(samples, Map.of("org.ftmpj.samples.witness.OrderWitness", program));

    Result failed = ftmpj(Installation.java(), "archive");
    assertThat(failed.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(failed.errText())
        .contains("FTMPJ-1610: a job of two ranks ended with exit code 3:")
        .contains("\nnot today");
    assertThat(besideAgent()).containsExactly(agent);
  }

  @Test
  @Rotated(kind = "what users get", turns = 3)
  void shouldLeaveNothingIfItIsStopped() throws Exception {
    try (Command command = start(Installation.java(), "archive")) {
      eventually().until(() -> besideAgent().size() > 1);
      eventually().until(() -> command.handle().children().count() > 0);
      List<ProcessHandle> children = command.handle().descendants().toList();
      command.handle().destroy();
      command.result();
      eventually().until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }
    assertThat(besideAgent()).containsExactly(agent);
    assertThat(home.resolve("tmp")).isEmptyDirectory();
  }

  private static ConditionFactory eventually() {
    return Awaitility.await();
  }

  private List<Path> besideAgent() throws IOException {
    try (Stream<Path> all = Files.list(agent.getParent())) {
      return all.toList();
    }
  }

  private Path archive() throws IOException {
    return besideAgent().stream()
        .filter(file -> file.toString().endsWith(".jsa"))
        .findFirst()
        .orElseThrow();
  }

  /** In the middle, where the Java virtual machine does not look when it opens an archive. */
  private static void overwriteThird(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocate((int) (channel.size() / 3));
      channel.write(zeros, channel.size() / 3);
    }
  }

  private static void truncate(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 3);
    }
  }

  private Path copied(Path jar) throws IOException {
    Path copy = home.resolve(Installation.root().relativize(jar));
    Files.createDirectories(copy.getParent());
    return Files.copy(jar, copy);
  }

  /** What a rank says of the classes it loads. Fails if it is not right in everything else. */
  private String classes(String java, String... jvmArguments) throws Exception {
    Path log = home.resolve("classes.log");
    List<String> all = new ArrayList<>(List.of(jvmArguments));
    all.add("-Xlog:class+load:file=" + log + ":none");
    Result result = run(java, all.toArray(new String[0]));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out()).isEqualTo(said.out());
    assertThat(result.err()).isEqualTo(said.err());
    return Files.readString(log);
  }

  private Result run(String java, String... jvmArguments) throws Exception {
    return ftmpj(java, arguments(jvmArguments));
  }

  private String[] arguments(String... jvmArguments) {
    List<String> arguments = new ArrayList<>(List.of("run", "-np", "1"));
    for (String argument : jvmArguments) {
      arguments.addAll(List.of("-J", argument));
    }
    arguments.addAll(List.of("-cp", samples.toString(), Ring.class.getName(), "10", "1000"));
    return arguments.toArray(new String[0]);
  }

  private Result ftmpj(String java, String... arguments) throws Exception {
    try (Command command = start(java, arguments)) {
      return command.result();
    }
  }

  private Command start(String java, String... arguments) throws IOException {
    Path temporary = Files.createDirectories(home.resolve("tmp"));
    Map<String, String> environment = Map.of("MPJ_HOME", Installation.mpjHome().toString());
    Path launcher = home.resolve("launcher/target/ftmpj.jar");
    return Command.start(java, launcher, temporary, environment, arguments);
  }
}
