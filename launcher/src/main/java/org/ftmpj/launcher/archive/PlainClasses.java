package org.ftmpj.launcher.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * The classes that the agent's jar keeps from the program, in a jar as any other: the Java virtual
 * machine can read them there to archive them.
 */
final class PlainClasses {
  private static final String FOLDER = "inst/";
  private static final String ENDING = ".classdata";

  private PlainClasses() {}

  static void write(Path agentJar, Path jar) throws IOException {
    try (JarFile in = new JarFile(agentJar.toFile(), false);
        OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(in.entries())) {
        String name = entry.getName();
        if (name.startsWith(FOLDER) && name.endsWith(ENDING)) {
          String path = name.substring(FOLDER.length(), name.length() - ENDING.length());
          out.putNextEntry(new JarEntry(path + ".class"));
          try (InputStream content = in.getInputStream(entry)) {
            content.transferTo(out);
          }
        }
      }
    }
  }
}
