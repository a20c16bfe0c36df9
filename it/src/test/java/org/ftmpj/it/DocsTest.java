package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.it.job.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of the documentation: lengths of lines and pages, links, and names of classes. */
class DocsTest {
  private static final int LONGEST_LINE = 120;

  /** Its tables of figures are being replaced by generated ones. */
  private static final Path NOT_WRAPPED = Path.of("docs/measurements.md");

  /** Most lines of a page in docs/decisions. */
  private static final int LONGEST_DECISION = 100;

  private static final Pattern MENTION =
      Pattern.compile("\\bdocs/[a-z0-9/-]+\\.md(?:#[a-z0-9_-]+)?");

  private static final Pattern DECLARATION =
      Pattern.compile("(?:class|record|enum|interface) ([A-Z][A-Za-z0-9]*)");

  private static final Pattern IN_PACKAGE_PAGE = Pattern.compile("\\{@code ([A-Z][A-Za-z0-9]+)}");

  /** Other words in capitals are no classes, such as the name of a call of MPI. */
  private static final Pattern IN_MARKDOWN =
      Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)`");

  /** A comment that begins with a pronoun or a preposition instead of a noun or a verb. */
  private static final Pattern NO_SUBJECT =
      Pattern.compile(
          "/\\*\\*[\\s*]*((?:The same\\b|One that|Of |Whether no|As who|Those\\b)[^.\\n]*)");

  private static final Set<String> NO_PRODUCT = Set.of("benchmarks", "samples", "it");

  /** A call of MPI/FT, and a class of newer JDKs. */
  private static final Set<String> NO_CLASSES = Set.of("ChkptDo", "StructuredTaskScope");

  @Test
  void shouldHaveLinesThatFitIntoAReview() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      if (!page.path().equals(NOT_WRAPPED)) {
        page.prose().stream()
            .filter(DocsTest::isTooLong)
            .forEach(line -> tooLong.add(page.path() + ": " + line));
      }
    }
    assertThat(tooLong).isEmpty();
  }

  /** Rows of tables and single words, such as long links, cannot be broken. */
  private static boolean isTooLong(String line) {
    return line.length() > LONGEST_LINE
        && !line.startsWith("|")
        && line.strip().replaceFirst("^(- |\\d+\\. )", "").contains(" ");
  }

  @ParameterizedTest
  @CsvSource({
    "docs/architecture.md, 10240",
    "docs/checkpoints.md, 12288",
    "CONTRIBUTING.md, 6144",
    "CHANGELOG.md, 6144"
  })
  void shouldStayShort(String page, int mostBytes) throws IOException {
    assertThat(Files.size(Installation.root().resolve(page))).isLessThanOrEqualTo(mostBytes);
  }

  @Test
  void shouldHaveEachDecisionOnAPageThatTheIndexNames() throws IOException {
    MarkdownPage index = MarkdownPage.of("docs/decisions/README.md");
    List<MarkdownPage> decisions =
        MarkdownPage.all().stream()
            .filter(page -> page.path().startsWith("docs/decisions"))
            .filter(page -> !page.path().equals(index.path()))
            .toList();
    assertThat(decisions).isNotEmpty();
    assertThat(index.links())
        .containsAll(decisions.stream().map(page -> page.path().getFileName().toString()).toList());
    for (MarkdownPage decision : decisions) {
      assertThat(decision.path().getFileName().toString()).matches("\\d{4}-[a-z0-9-]+\\.md");
      assertThat(decision.text()).contains("\nDate: 20", "\n## Context\n", "\n## Decision\n");
      assertThat(decision.text().lines().count())
          .as(decision.path().toString())
          .isLessThanOrEqualTo(LONGEST_DECISION);
    }
  }

  @Test
  void shouldHaveNoDeadLinks() throws IOException {
    List<String> dead = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      for (String link : page.links()) {
        Path from = page.path().resolveSibling("");
        problem(link.startsWith("#") ? page.path() + link : from.resolve(link).toString())
            .ifPresent(why -> dead.add(page.path() + ": " + link + ": " + why));
      }
    }
    assertThat(dead).isEmpty();
  }

  /** Messages, help texts and comments name pages as docs/NAME.md, some with an anchor. */
  @Test
  void shouldHavePagesThatTextsOfTheProductName() throws IOException {
    List<String> dead = new ArrayList<>();
    Set<Path> mentioning = new HashSet<>();
    for (Path file : texts()) {
      for (String mention :
          MENTION.matcher(Files.readString(file)).results().map(r -> r.group()).toList()) {
        mentioning.add(file);
        problem(mention).ifPresent(why -> dead.add(file + ": " + mention + ": " + why));
      }
    }
    assertThat(mentioning).hasSizeGreaterThan(20);
    assertThat(dead).isEmpty();
  }

  /** In pages of packages and of the documentation. */
  @Test
  void shouldNameClassesThatExist() throws IOException {
    Set<String> classes = classesOfTheJdk();
    for (Path file : texts()) {
      DECLARATION
          .matcher(Files.readString(file))
          .results()
          .forEach(found -> classes.add(found.group(1)));
    }
    List<String> missing = new ArrayList<>();
    for (Path page : texts()) {
      boolean isOfPackage = page.endsWith("package-info.java");
      if (isOfPackage || page.toString().endsWith(".md")) {
        (isOfPackage ? IN_PACKAGE_PAGE : IN_MARKDOWN)
            .matcher(Files.readString(page).replaceAll("\\s+\\* ?", " "))
            .results()
            .map(found -> found.group(1))
            .filter(name -> !classes.contains(name) && !NO_CLASSES.contains(name))
            .forEach(name -> missing.add(page + ": " + name));
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void shouldBeginCommentsOfTheProductWithANounOrAVerb() throws IOException {
    List<String> others = new ArrayList<>();
    for (Path file : texts()) {
      Path path = Installation.root().relativize(file);
      if (path.toString().contains("/src/main/java/")
          && !NO_PRODUCT.contains(path.getName(0).toString())) {
        NO_SUBJECT
            .matcher(Files.readString(file))
            .results()
            .forEach(found -> others.add(path + ": " + found.group(1)));
      }
    }
    assertThat(others).isEmpty();
    assertThat("/** Those of a rank. */").matches(NO_SUBJECT.pattern() + ".*");
  }

  @Test
  void shouldMakeAnchorsAsGitHubDoes() {
    assertThat(MarkdownPage.anchor("What `ftmpj run` costs, in [short](x.md)"))
        .isEqualTo("what-ftmpj-run-costs-in-short");
    assertThat(new MarkdownPage(Path.of("x"), "# A\n```\n# no\n```\n# A\n").anchors())
        .containsExactlyInAnyOrder("a", "a-1");
  }

  @Test
  void shouldFindADeadLink() throws IOException {
    assertThat(problem("docs/values.md#files")).isEmpty();
    assertThat(problem("docs/" + "values.md#no-such-heading")).contains("no such heading");
    assertThat(problem("docs/" + "no-such-page.md")).contains("no such file");
  }

  /**
   * Why that link leads nowhere.
   *
   * @param target from the root of the repository
   */
  private static Optional<String> problem(String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path file = Path.of(parts[0]).normalize();
    if (!Files.exists(Installation.root().resolve(file))) {
      return Optional.of("no such file");
    }
    return parts.length == 1 || MarkdownPage.of(file.toString()).anchors().contains(parts[1])
        ? Optional.empty()
        : Optional.of("no such heading");
  }

  /** Java sources, pages and scripts. */
  private static List<Path> texts() throws IOException {
    List<Path> texts = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      texts.add(Installation.root().resolve(page.path()));
    }
    texts.add(Installation.root().resolve("ftmpj"));
    texts.add(Installation.root().resolve("pom.xml"));
    try (Stream<Path> modules = Files.list(Installation.root())) {
      for (Path module : modules.sorted().toList()) {
        for (String part : List.of("src", "slurm", "kubernetes", "yarn")) {
          if (Files.isDirectory(module.resolve(part))) {
            try (Stream<Path> files = Files.walk(module.resolve(part))) {
              files.filter(f -> f.toString().matches(".*\\.(java|sh|yaml)")).forEach(texts::add);
            }
          }
        }
      }
    }
    return texts;
  }

  /** Their simple names, those of nested classes too. */
  private static Set<String> classesOfTheJdk() throws IOException {
    Set<String> names = new HashSet<>();
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    try (Stream<Path> files = Files.walk(modules)) {
      files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".class"))
          .forEach(name -> names.addAll(List.of(name.replace(".class", "").split("\\$"))));
    }
    return names;
  }
}
