package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.it.job.Installation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The walks of docs/architecture.md. The first class of a step refers to the other classes of the
 * step, and to the first class of the next step, or of the steps within it: itself or through an
 * interface that the other class implements.
 */
class WalksTest {
  private static final int WALKS = 6;
  private static final Pattern STEP = Pattern.compile("( *)\\d+\\. (.*)");

  /** A class, perhaps with the end of the name of its package before it. */
  private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+\\.)*[A-Z][A-Za-z]+)`");

  /** By full name, without nested classes. */
  private static final Map<String, Type> TYPES = new HashMap<>();

  /** A class with those that are nested in it. */
  private static final class Type {
    private final Set<String> references = new HashSet<>();
    private final Set<String> parents = new HashSet<>();

    boolean refersTo(Type other, String name) {
      return references.contains(name) || other.parents.stream().anyMatch(references::contains);
    }
  }

  /**
   * A step of a walk.
   *
   * @param indent of its line
   * @param classes that it names
   */
  private record Step(int indent, List<String> classes) {}

  @BeforeAll
  static void read() throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String module : ArchitectureTest.modules()) {
      modules.add(Installation.root().resolve(module).resolve("target/classes"));
    }
    for (JavaClass found : new ClassFileImporter().importPaths(modules)) {
      Type type = TYPES.computeIfAbsent(outermost(found.getName()), name -> new Type());
      found
          .getDirectDependenciesFromSelf()
          .forEach(
              use ->
                  type.references.add(
                      outermost(use.getTargetClass().getBaseComponentType().getName())));
      found.getAllRawInterfaces().forEach(parent -> type.parents.add(outermost(parent.getName())));
      found
          .getAllRawSuperclasses()
          .forEach(parent -> type.parents.add(outermost(parent.getName())));
      type.parents.remove(Object.class.getName());
    }
  }

  private static String outermost(String className) {
    int nested = className.indexOf('$');
    return nested < 0 ? className : className.substring(0, nested);
  }

  @Test
  void shouldEachGoFromClassToClass() throws IOException {
    Map<String, List<String>> problems = new TreeMap<>();
    Map<String, List<List<Step>>> walks = walks(MarkdownPage.of("docs/architecture.md"));
    assertThat(walks).hasSize(WALKS);
    walks.forEach(
        (title, lists) -> {
          assertThat(lists).as(title).isNotEmpty();
          lists.forEach(
              list ->
                  problems.computeIfAbsent(title, t -> new ArrayList<>()).addAll(problems(list)));
        });
    problems.values().removeIf(List::isEmpty);
    assertThat(problems).isEmpty();
  }

  @Test
  void shouldNoticeAStepThatLeadsNowhere() {
    assertThat(problems(list("1. `Gate` opens", "2. `LauncherLink` tells"))).hasSize(1);
    assertThat(problems(list("1. `Gate` opens", "2. `NoSuchClass` tells"))).isNotEmpty();
    assertThat(problems(list("1. `Gate` asks `Recorder`", "2. `protocol.event.EventLog`")))
        .isEmpty();
    assertThat(problems(list("1. `Gate` asks", "   1. `Recorder` asks", "2. `EventLog` is asked")))
        .isEmpty();
  }

  private static List<Step> list(String... lines) {
    return steps(List.of(lines)).get(0);
  }

  /** The lists of steps by the heading above them. */
  private static Map<String, List<List<Step>>> walks(MarkdownPage page) {
    Map<String, List<List<Step>>> walks = new TreeMap<>();
    List<String> section = null;
    String title = null;
    for (String line : page.prose()) {
      if (line.startsWith("#")) {
        if (title != null) {
          walks.put(title, steps(section));
        }
        title = line.startsWith("### ") ? line.substring(4) : null;
        section = new ArrayList<>();
      } else if (section != null) {
        section.add(line);
      }
    }
    if (title != null) {
      walks.put(title, steps(section));
    }
    return walks;
  }

  /** A line that is neither a step nor goes on with one ends a list. */
  private static List<List<Step>> steps(List<String> lines) {
    List<List<Step>> lists = new ArrayList<>();
    List<Step> list = new ArrayList<>();
    for (String line : lines) {
      Matcher step = STEP.matcher(line);
      if (step.matches()) {
        list.add(new Step(step.group(1).length(), classes(step.group(2))));
      } else if (line.startsWith(" ") && !list.isEmpty()) {
        list.get(list.size() - 1).classes().addAll(classes(line));
      } else if (!list.isEmpty()) {
        lists.add(list);
        list = new ArrayList<>();
      }
    }
    if (!list.isEmpty()) {
      lists.add(list);
    }
    return lists;
  }

  private static List<String> classes(String text) {
    List<String> classes = new ArrayList<>();
    CLASS.matcher(text).results().forEach(found -> classes.add(found.group(1)));
    return classes;
  }

  private static List<String> problems(List<Step> list) {
    List<String> problems = new ArrayList<>();
    Deque<Step> outer = new ArrayDeque<>();
    for (Step step : list) {
      if (step.classes().isEmpty()) {
        problems.add("a step names no class");
        continue;
      }
      String first = step.classes().get(0);
      step.classes().stream().skip(1).forEach(used -> require(first, used, problems));
      while (!outer.isEmpty() && outer.peek().indent() > step.indent()) {
        outer.pop();
      }
      if (!outer.isEmpty()) {
        require(outer.peek().classes().get(0), first, problems);
        if (outer.peek().indent() == step.indent()) {
          outer.pop();
        }
      }
      outer.push(step);
    }
    return problems;
  }

  private static void require(String from, String to, List<String> problems) {
    Collection<String> users = named(from);
    Collection<String> used = named(to);
    if (users.isEmpty() || used.isEmpty()) {
      problems.add("there is no class " + (users.isEmpty() ? from : to));
    } else if (users.stream()
        .noneMatch(
            user ->
                used.stream()
                    .anyMatch(other -> TYPES.get(user).refersTo(TYPES.get(other), other)))) {
      problems.add(from + " does not refer to " + to);
    }
  }

  private static List<String> named(String end) {
    return TYPES.keySet().stream().filter(name -> name.endsWith("." + end)).toList();
  }
}
