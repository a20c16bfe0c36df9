package org.ftmpj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;

class RotatedTest {
  /** A turn without a test would be commits of which nothing of a kind is tested. */
  @Test
  void shouldHaveATestOfEachKindAtEachTurn() throws IOException {
    Map<String, List<Integer>> turns =
        tests()
            .filter(test -> test.isAnnotatedWith(Rotated.class))
            .map(test -> test.getAnnotationOfType(Rotated.class))
            .collect(
                Collectors.groupingBy(
                    Rotated::kind,
                    TreeMap::new,
                    Collectors.flatMapping(
                        test -> Arrays.stream(test.turns()).boxed(), Collectors.toList())));
    assertThat(turns).isNotEmpty();
    turns.forEach(
        (kind, all) ->
            assertThat(all.stream().distinct().sorted())
                .as(kind)
                .isEqualTo(IntStream.range(0, Rotated.ROUND).boxed().toList()));
  }

  /** Classes and methods of the tests of all modules. */
  private static Stream<HasAnnotations<?>> tests() throws IOException {
    try (Stream<Path> modules = Files.list(Installation.root())) {
      List<Path> classes =
          modules
              .map(module -> module.resolve("target/test-classes"))
              .filter(Files::exists)
              .toList();
      return new ClassFileImporter()
          .importPaths(classes).stream()
              .<HasAnnotations<?>>flatMap(
                  type -> Stream.concat(Stream.of(type), type.getMethods().stream()));
    }
  }
}
