package org.ftmpj.common.config;

/** The reference page, docs/options.md. */
public final class OptionsPage {
  private OptionsPage() {}

  /** The page, in Markdown. */
  public static String markdown() {
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
        "Everything is checked at start, and all problems are reported at once. An unknown\n");
    page.append(
        "name is an error in 1 and 4; in 2 and 3 only if it looks like a misspelt option.\n\n");
    page.append("| option | type | default | range | unit | meaning |\n");
    page.append("|---|---|---|---|---|---|\n");
    Options.all().forEach(option -> page.append(row(option)));
    return page.toString();
  }

  private static String row(Option<?> o) {
    String standard = o.defaultText().isEmpty() ? "" : "`" + o.defaultText() + "`";
    return "| `%s` | %s | %s | %s | %s | %s |%n"
        .formatted(o.name(), o.type(), standard, o.range(), o.unit(), o.doc())
        .replace(System.lineSeparator(), "\n");
  }
}
