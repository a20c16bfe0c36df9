package org.ftmpj.checkpoint.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a process restores is what another one has written. */
class HeapImageTest {
  private static final List<String> LAYOUTS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseParallelGC",
          "-XX:+UseG1GC",
          "-XX:+UseZGC",
          "-XX:+UseShenandoahGC",
          "-XX:-UseCompressedOops",
          "-XX:+UseCompactObjectHeaders",
          "-XX:ObjectAlignmentInBytes=16",
          "-Xint");

  @TempDir private static Path directory;

  static List<FreshJvm> machines() throws IOException {
    return FreshJvm.homes().stream().map(home -> machine(home, List.of())).toList();
  }

  static List<FreshJvm> layouts() throws IOException, InterruptedException {
    List<FreshJvm> machines = new ArrayList<>();
    for (Path home : FreshJvm.homes()) {
      for (String layout : LAYOUTS) {
        FreshJvm machine = machine(home, List.of(layout));
        if (machine.exists()) {
          machines.add(machine);
        }
      }
    }
    return machines;
  }

  private static FreshJvm machine(Path home, List<String> options) {
    return new FreshJvm(directory, home, options);
  }

  private static void shouldRestoreWhatWasWritten(FreshJvm writer, FreshJvm reader)
      throws Exception {
    Path image = Files.createTempFile(directory, "heap", ".image");
    List<String> written = writer.run(ImageProcess.class, "write", image);
    List<String> restored = reader.run(ImageProcess.class, "restore", image);
    assertThat(restored).isEqualTo(written).contains("device here: true", "no hash code: true");
    assertThat(restored).noneMatch(line -> line.contains("failed"));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldRestoreObjectsOfAllKinds(FreshJvm machine) throws Exception {
    shouldRestoreWhatWasWritten(machine, machine);
  }

  /** A host that has more memory chooses them differently. */
  @Test
  @Rotated(
      kind = "images of checkpoints",
      turns = {1, 5})
  void shouldRestoreWithAnotherCollectorAndAnotherSizeOfReferences() throws Exception {
    Path home = FreshJvm.homes().get(0);
    shouldRestoreWhatWasWritten(
        machine(home, List.of("-XX:+UseSerialGC")),
        machine(home, List.of("-XX:+UseG1GC", "-XX:-UseCompressedOops")));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("layouts")
  void shouldRestoreWithAnyLayout(FreshJvm machine) throws Exception {
    shouldRestoreWhatWasWritten(machine, machine);
  }

  @Test
  @Rotated(
      kind = "images of checkpoints",
      turns = {2, 6})
  void shouldRefuseTheImageOfAnotherMachine() throws Exception {
    List<FreshJvm> machines = machines();
    if (machines.size() > 1) {
      Path image = Files.createTempFile(directory, "heap", ".image");
      machines.get(0).run(ImageProcess.class, "write", image);
      assertThat(machines.get(1).fail(ImageProcess.class, "restore", image))
          .anyMatch(line -> line.contains("FTMPJ-1812") && line.contains("java.vm.version was"));
    }
  }

  @Test
  @Rotated(
      kind = "images of checkpoints",
      turns = {0, 4})
  void shouldRefuseAnImageWhoseOpenFilesAreNotWhatTheyWere() throws Exception {
    Path own = Files.createDirectory(directory.resolve("changed"));
    FreshJvm machine = new FreshJvm(own, FreshJvm.homes().get(0), List.of());
    Path image = own.resolve("image");
    machine.run(ImageProcess.class, "write", image);
    shouldRefuseAfter(machine, image, file -> Files.write(file, new byte[0]), "has 0 bytes");
    shouldRefuseAfter(machine, image, HeapImageTest::replace, "is another file by now");
    shouldRefuseAfter(machine, image, Files::delete, "is not there any more");
  }

  private interface Change {
    void to(Path file) throws IOException;
  }

  private static void shouldRefuseAfter(FreshJvm machine, Path image, Change change, String told)
      throws Exception {
    try (Stream<Path> files = Files.list(image.getParent())) {
      for (Path file : files.filter(each -> each.toString().contains("opened")).toList()) {
        change.to(file);
      }
    }
    assertThat(machine.fail(ImageProcess.class, "restore", image))
        .anyMatch(line -> line.contains("FTMPJ-1814") && line.contains(told));
  }

  private static void replace(Path file) throws IOException {
    Path other = file.resolveSibling("other");
    Files.copy(file, other);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void shouldRefuseAnImageThatIsNotAsItWasWritten() throws Exception {
    long seed = ThreadLocalRandom.current().nextLong();
    System.out.println("seed " + seed);
    assertThat(machines().get(0).run(CorruptProcess.class, seed))
        .containsExactly(
            "whole: {fits=1}",
            "another program: {IMAGE_DIFFERS=1}",
            "another option: {IMAGE_DIFFERS=1}",
            "flipped: {IMAGE_CORRUPT=300}",
            "cut: {IMAGE_CORRUPT=300}",
            "blocks exchanged: {IMAGE_CORRUPT=1}");
  }

  @Test
  void shouldSayByWhichReferencesItReachesWhatItRefuses() throws Exception {
    String held =
        "reached by static org.ftmpj.checkpoint.image.program.Refused.HELD"
            + " -> java.util.ArrayList.elementData -> [0]";
    assertThat(machines().get(0).run(RefusalProcess.class))
        .satisfiesExactly(
            device -> assertThat(device).contains("/dev/zero, which is no file", held),
            pipe -> assertThat(pipe).contains("(a socket or a pipe), " + held),
            process -> assertThat(process).contains("(a process), " + held),
            removed -> assertThat(removed).contains("refused", "has been removed", held),
            locked -> assertThat(locked).contains("a file of which a part is locked), " + held),
            mapped -> assertThat(mapped).contains("such as a file in memory), " + held),
            directory -> assertThat(directory).contains("DirectoryStream (an internal class", held),
            socket ->
                assertThat(socket).startsWith("socket: java.net.ServerSocket (").endsWith(held),
            thread -> assertThat(thread).startsWith("thread: java.lang.Thread (").endsWith(held),
            pool -> assertThat(pool).contains("a thread that has not ended", "ThreadPoolExecutor."),
            group -> assertThat(group).contains("(a group of threads), " + held),
            deflater ->
                assertThat(deflater)
                    .contains("its end() is called", held + " -> java.util.zip.Deflater.zsRef"),
            cleaner -> assertThat(cleaner).endsWith(held + " -> java.lang.ref.Cleaner.impl"),
            timeout ->
                assertThat(timeout)
                    .contains("(a timeout for which a thread of the JDK waits), " + held),
            loader -> assertThat(loader).contains("(a class loader), " + held),
            foreign -> assertThat(foreign).contains("Device (a class of a loader", held),
            services ->
                assertThat(services).contains("not found all of its services yet), " + held),
            connection -> assertThat(connection).contains("(a connection), " + held));
  }
}
