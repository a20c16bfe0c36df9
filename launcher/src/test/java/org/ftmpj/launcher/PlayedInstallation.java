package org.ftmpj.launcher;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.launcher.sample.PlayedAgent;

/** An installation of FTMPJ whose agent's part is played by a small one. */
final class PlayedInstallation {
  private PlayedInstallation() {}

  static void make(Path home) throws IOException {
    Path target = Files.createDirectories(home.resolve("agent/target"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), PlayedAgent.class.getName());
    // Where it is taken from as an event logger.
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath());
    try (OutputStream file = Files.newOutputStream(target.resolve("ftagent.jar"));
        JarOutputStream jar = new JarOutputStream(file, manifest)) {
      jar.finish();
    }
  }

  private static String classPath() {
    return Stream.of(Ftmpj.CLASS_PATH.split(File.pathSeparator))
        .map(element -> Path.of(element).toUri().toString())
        .collect(Collectors.joining(" "));
  }
}
