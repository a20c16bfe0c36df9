package org.ftmpj.it.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Which build is tested: that of a product and of programs that are not built again. */
public final class Build {
  private static String id;

  private Build() {}

  /** Another one after each change of the product, of the samples, of the tests, or of Java. */
  public static synchronized String id() throws IOException {
    if (id == null) {
      CRC32 crc = new CRC32();
      add(crc, System.getProperty("java.vm.version"));
      for (Path part :
          List.of(
              Installation.launcher(),
              Installation.agent(),
              Installation.samples(),
              Installation.programs())) {
        try (Stream<Path> files = Files.walk(part)) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            add(crc, file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
          }
        }
      }
      id = Long.toHexString(crc.getValue());
    }
    return id;
  }

  private static void add(CRC32 crc, String text) {
    crc.update(text.getBytes(StandardCharsets.UTF_8));
  }
}
