package org.ftmpj.it.place;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.ftmpj.it.job.Installation;
import org.objectweb.asm.ClassReader;

/** The jar of the place agent, made of the tests' own classes when it is first needed. */
final class PlaceJar {
  private static Path jar;

  private PlaceJar() {}

  static synchronized Path file() {
    if (jar == null) {
      try {
        jar = make();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return jar;
  }

  private static Path make() throws IOException {
    Path directory = Files.createDirectories(Path.of("target", "place").toAbsolutePath());
    Path unready = Files.createTempFile(directory, "agent", ".new");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", PlaceAgent.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH, Installation.codeOf(ClassReader.class).toUri().toString());
    String folder = PlaceAgent.class.getPackageName().replace('.', '/');
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(unready), manifest);
        Stream<Path> classes = Files.list(Installation.programs().resolve(folder))) {
      for (Path file : classes.toList()) {
        out.putNextEntry(new JarEntry(folder + "/" + file.getFileName()));
        try (InputStream in = Files.newInputStream(file)) {
          in.transferTo(out);
        }
      }
    }
    return Files.move(unready, directory.resolve("agent.jar"), StandardCopyOption.ATOMIC_MOVE);
  }
}
