package org.ftmpj.testnet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes namespaces, and ends what runs in them, when it is closed, or when the Java virtual
 * machine that has made it dies, however: it is a process of its own, which waits for the end of
 * its standard input.
 */
final class Remover implements AutoCloseable {
  private static final String SCRIPT =
      """
      cat >/dev/null
      for name in "$@"; do
        while pids=$(ip netns pids "$name" 2>/dev/null) && [ -n "$pids" ]; do
          kill -9 $pids 2>/dev/null
        done
        ip netns del "$name" 2>/dev/null
      done
      true
      """;

  private final Process process;

  /** Removes them later; they need not be there yet. */
  Remover(List<String> namespaces) {
    // In a session of its own: Ctrl-C ends a whole process group.
    List<String> command = new ArrayList<>(List.of("setsid", "sh", "-c", SCRIPT, "remover"));
    command.addAll(namespaces);
    try {
      process =
          new ProcessBuilder(command)
              .inheritIO()
              .redirectInput(ProcessBuilder.Redirect.PIPE)
              .start();
    } catch (IOException e) {
      throw new IllegalStateException("Namespaces could not be removed later", e);
    }
  }

  /** Returns when they are gone. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException e) {
      throw new IllegalStateException("What removes namespaces does not hear that it has to", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted while namespaces are removed", e);
    }
  }
}
