package org.ftmpj.common.error;

import org.ftmpj.common.text.Prose;

/** The reference page, docs/errors.md. */
final class ErrorsPage {
  private ErrorsPage() {}

  /** Returns the text of the page, in Markdown. */
  static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# Errors\n\n");
    page.append("<!-- Generated from org.ftmpj.common.error.ErrorCode; do not edit. -->\n\n");
    page.append(
        Prose.wrapped(
            "Whenever FTMPJ refuses or stops, it says a code, what happened where, and what to do"
                + " next. `ftmpj` then ends with exit code 64 if its command line or options are"
                + " wrong (`FTMPJ-1001`, `FTMPJ-1204`, `FTMPJ-1601`, `FTMPJ-1605`) and 70 otherwise,"
                + " and `run` keeps the job directory. The code of a program that ended itself is"
                + " the program's own, and `run` says in a line which rank ended with it and by"
                + " what. A code never changes its meaning."));
    page.append('\n');
    for (ErrorCode code : ErrorCode.values()) {
      page.append(section(code));
    }
    return page.toString();
  }

  /** With a heading, to which links can lead. */
  static String section(ErrorCode code) {
    return "\n## %s\n\n%s\n\n%s\n"
        .formatted(
            code,
            Prose.wrapped(code.name() + ": " + code.meaning()),
            Prose.wrapped("What to do: " + code.nextStep()));
  }
}
