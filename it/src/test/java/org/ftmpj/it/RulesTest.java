package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.Installation;
import org.junit.jupiter.api.Test;

/** The rules of docs/protocol.md and the places that cite them by their names. */
class RulesTest {
  private static final Pattern DEFINITION = Pattern.compile("(?m)^- `([A-Z_]+)`");

  /**
   * Such as "(protocol rule NAME)" or "protocol rules NAME and NAME", across lines of a comment.
   */
  private static final Pattern CITATION =
      Pattern.compile(
          "protocol[\\s*]+rules?[\\s*]+([A-Z_]+|\\d+)(?:[\\s*]+and[\\s*]+([A-Z_]+|\\d+))?");

  private static final Pattern SIMULATED = Pattern.compile("(?m)^  [A-Z_]+\\(\"([A-Z_]+)\",");

  @Test
  void shouldExistIfTheyAreCited() throws IOException {
    Set<String> cited = cited();
    cited.addAll(simulated());
    assertThat(defined()).containsAll(cited);
  }

  @Test
  void shouldEachBeCitedWhereTheyAreKept() throws IOException {
    assertThat(cited()).containsAll(defined());
  }

  @Test
  void shouldBeFoundInEachForm() {
    assertThat(citations("(protocol\n   * rule GATED_SEND), protocol rules OUTPUT and\n * 18"))
        .containsExactlyInAnyOrder("GATED_SEND", "OUTPUT", "18");
  }

  private static Set<String> defined() throws IOException {
    String page = Files.readString(Installation.root().resolve("docs/protocol.md"));
    Set<String> defined = new TreeSet<>();
    DEFINITION.matcher(page).results().forEach(found -> defined.add(found.group(1)));
    assertThat(defined).hasSizeGreaterThan(20);
    return defined;
  }

  /** What the simulator counts rules by. */
  private static Set<String> simulated() throws IOException {
    Path rules =
        Installation.root()
            .resolve("protocol/src/test/java/org/ftmpj/protocol/simulation/Rule.java");
    Set<String> simulated =
        SIMULATED
            .matcher(Files.readString(rules))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(simulated).isNotEmpty();
    return simulated;
  }

  /** By the product's classes. */
  private static Set<String> cited() throws IOException {
    Set<String> cited = new TreeSet<>();
    for (String module : ArchitectureTest.modules()) {
      Path main = Installation.root().resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(main)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          cited.addAll(citations(Files.readString(file)));
        }
      }
    }
    return cited;
  }

  private static List<String> citations(String text) {
    return CITATION
        .matcher(text)
        .results()
        .flatMap(found -> Stream.of(found.group(1), found.group(2)))
        .filter(rule -> rule != null)
        .toList();
  }
}
