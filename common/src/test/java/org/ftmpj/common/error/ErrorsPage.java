package org.ftmpj.common.error;

/** The reference page, docs/errors.md. */
public final class ErrorsPage {
  private ErrorsPage() {}

  /** The page, in Markdown. */
  public static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# Errors\n\n");
    page.append("<!-- Generated from org.ftmpj.common.error.ErrorCode; do not edit. -->\n\n");
    page.append(
        "Whenever FTMPJ refuses or stops, it says a code, what happened where, and what to\n");
    page.append(
        "do next. `ftmpj` then ends with exit code 64 if its command line or options are wrong\n");
    page.append(
        "(`FTMPJ-1001`, `FTMPJ-1204`, `FTMPJ-1601`, `FTMPJ-1605`) and 70 otherwise, and `run` keeps the job directory; the\n");
    page.append(
        "code of a program that ended itself is the program's own, and `run` says in a line which\n");
    page.append("rank ended with it and by what. A code never changes its meaning.\n\n");
    page.append("| code | name | what it means | what to do |\n");
    page.append("|---|---|---|---|\n");
    for (ErrorCode code : ErrorCode.values()) {
      page.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(code, code.name(), code.meaning(), code.nextStep()));
    }
    return page.toString();
  }
}
