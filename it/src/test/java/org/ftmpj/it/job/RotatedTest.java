package org.ftmpj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RotatedTest {
  /** A number that no test has, or that two have, would leave tests out for ever. */
  @Test
  void shouldHaveEachNumberOfEachGroupOnce() {
    JavaClasses all = new ClassFileImporter().importPath(Installation.programs());
    Stream<Rotated> classes =
        all.stream()
            .filter(type -> type.isAnnotatedWith(Rotated.class))
            .map(type -> type.getAnnotationOfType(Rotated.class));
    Stream<Rotated> methods =
        all.stream()
            .flatMap(type -> type.getMethods().stream())
            .filter(method -> method.isAnnotatedWith(Rotated.class))
            .map(method -> method.getAnnotationOfType(Rotated.class));
    Map<String, List<Rotated>> groups =
        Stream.concat(classes, methods)
            .collect(Collectors.groupingBy(Rotated::group, TreeMap::new, Collectors.toList()));
    assertThat(groups).isNotEmpty();
    groups.forEach(
        (group, tests) -> {
          assertThat(tests.stream().map(Rotated::number).sorted())
              .as(group)
              .isEqualTo(IntStream.range(0, tests.size()).boxed().toList());
          assertThat(tests).as(group).allMatch(test -> test.of() == tests.size());
        });
  }
}
