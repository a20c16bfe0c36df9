package org.ftmpj.it.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Classes compiled for one test. */
public final class Compiled {
  private Compiled() {}

  /**
   * Compiles them together.
   *
   * @param sources by the name of the class
   * @param to where the class files go; created
   */
  public static void to(Path to, Map<String, String> sources) throws IOException {
    Path from = Files.createDirectories(to.resolveSibling(to.getFileName() + "-sources"));
    Files.createDirectories(to);
    List<String> arguments = new ArrayList<>(List.of("-d", to.toString(), "-proc:none"));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = from.resolve(source.getKey().replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      arguments.add(Files.writeString(file, source.getValue()).toString());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int status = compiler.run(null, null, null, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException("javac " + arguments + ": " + status);
    }
  }
}
