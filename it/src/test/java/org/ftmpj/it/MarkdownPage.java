package org.ftmpj.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ftmpj.it.job.Installation;

/**
 * A page of the documentation.
 *
 * @param path below the root of the repository
 * @param text as it is written
 */
record MarkdownPage(Path path, String text) {
  private static final Set<String> NOT_SEARCHED = Set.of("target", ".git", ".mpj");

  /** A link, a mention such as docs/values.md#files, or the target of a picture. */
  private static final Pattern LINK = Pattern.compile("]\\(([^()\\s]+)\\)");

  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
  private static final Pattern LINK_TEXT = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

  static MarkdownPage of(String path) throws IOException {
    Path file = Path.of(path);
    return new MarkdownPage(file, Files.readString(Installation.root().resolve(file)));
  }

  /** Every page of the repository. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    try (Stream<Path> files = Files.find(Installation.root(), 6, (file, is) -> isPage(file))) {
      for (Path file : files.sorted().toList()) {
        pages.add(of(Installation.root().relativize(file).toString()));
      }
    }
    return pages;
  }

  private static boolean isPage(Path file) {
    for (Path part : Installation.root().relativize(file)) {
      if (NOT_SEARCHED.contains(part.toString())) {
        return false;
      }
    }
    return file.toString().endsWith(".md");
  }

  /** Its lines without blocks of code. */
  List<String> prose() {
    List<String> prose = new ArrayList<>();
    boolean inCode = false;
    for (String line : text.lines().toList()) {
      if (line.strip().startsWith("```")) {
        inCode = !inCode;
      } else if (!inCode) {
        prose.add(line);
      }
    }
    return prose;
  }

  /** Targets of its links to files of the repository, and to its own anchors. */
  List<String> links() {
    return prose().stream()
        .flatMap(line -> LINK.matcher(line).results())
        .map(found -> found.group(1))
        .filter(target -> !target.contains("://"))
        .toList();
  }

  /** Anchors of its headings, as GitHub makes them. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    for (String line : prose()) {
      var heading = HEADING.matcher(line);
      if (heading.matches()) {
        String anchor = anchor(heading.group(1));
        String unique = anchor;
        for (int i = 1; !anchors.add(unique); i++) {
          unique = anchor + "-" + i;
        }
      }
    }
    return anchors;
  }

  static String anchor(String heading) {
    return LINK_TEXT
        .matcher(heading)
        .replaceAll("$1")
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}
