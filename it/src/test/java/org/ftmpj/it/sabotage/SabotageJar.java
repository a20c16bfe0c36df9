package org.ftmpj.it.sabotage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.ByteBuddy;
import org.ftmpj.it.job.Installation;

/** Makes the agent's jar. */
public final class SabotageJar {
  private SabotageJar() {}

  /**
   * The argument of a Java machine that does without those methods.
   *
   * @param file where to put the jar
   * @param methods each as {@code Class#method}
   */
  public static String without(Path file, String... methods) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", Sabotage.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH, Installation.codeOf(ByteBuddy.class).toUri().toString());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Class<?> type : new Class<?>[] {Sabotage.class, Sabotage.DoNothing.class}) {
        String name = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
          in.transferTo(jar);
        }
      }
    }
    return "-javaagent:" + file + "=" + String.join("+", methods);
  }
}
