package org.ftmpj.launcher.registry;

import java.util.ArrayList;
import java.util.List;

/** Lines of words under headings, in columns as wide as they need to be. */
public final class Table {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    row((Object[]) headings);
  }

  /** Adds a row, with as many cells as there are headings. */
  public void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(cell.toString());
    }
    rows.add(row);
  }

  /** The lines, each with its end. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(row.get(column)).append(" ".repeat(padding(row, column))).append(GAP);
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private int padding(List<String> row, int column) {
    int width = 0;
    for (List<String> other : rows) {
      width = Math.max(width, other.get(column).length());
    }
    return width - row.get(column).length();
  }
}
