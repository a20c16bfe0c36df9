package org.ftmpj.it.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A table in a file, to which each soak appends. Any thread. */
final class Csv {
  private final Path file;

  Csv(Path file, String... columns) throws IOException {
    this.file = file;
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      append((Object[]) columns);
    }
  }

  synchronized void append(Object... cells) {
    String line = Arrays.stream(cells).map(Csv::quoted).collect(Collectors.joining(","));
    try {
      Files.write(file, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quoted(Object cell) {
    String text = cell.toString();
    return text.matches("[^,\"\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
