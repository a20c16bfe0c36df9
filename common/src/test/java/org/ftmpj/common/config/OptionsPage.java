package org.ftmpj.common.config;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.common.text.Prose;

/** The reference page, docs/options.md. */
final class OptionsPage {
  private OptionsPage() {}

  /** Returns the text of the page, in Markdown. */
  static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# Options\n\n");
    page.append("<!-- Generated from org.ftmpj.common.config.Options; do not edit. -->\n\n");
    page.append("An option can be set in four places. The first that sets it wins:\n\n");
    page.append("1. agent argument: `-javaagent:ftagent.jar=log.level=info,durability=host`\n");
    page.append("   (a value cannot contain a comma);\n");
    page.append("2. system property: `-Dft.log.level=info`;\n");
    page.append("3. environment variable: `FT_LOG_LEVEL=info`;\n");
    page.append("4. properties file, named by option `config`: a line `ft.log.level=info`.\n\n");
    page.append(
        Prose.wrapped(
            "Everything is checked at start, and all problems are reported at once. An unknown name"
                + " is an error in 1 and 4; in 2 and 3 only if it looks like a misspelt option."));
    page.append("\n\n");
    Options.forUsers().forEach(option -> page.append(item(option)));
    page.append("\n## Internal options\n\n");
    page.append("Processes of FTMPJ set these for each other; do not set them yourself.\n\n");
    Options.internal().forEach(option -> page.append(item(option)));
    return page.toString();
  }

  static String item(Option<?> option) {
    String standard =
        option.defaultText().isEmpty() ? "" : "default `" + option.defaultText() + "`";
    String facts =
        Stream.of(option.type(), option.range(), option.unit(), standard)
            .filter(fact -> !fact.isEmpty())
            .collect(Collectors.joining("; "));
    return Prose.wrapped("- `%s` (%s): %s".formatted(option.name(), facts, option.doc()), "  ")
        + "\n";
  }
}
