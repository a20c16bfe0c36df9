package org.ftmpj.common.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Reads the properties file given by option {@code config}. */
@FunctionalInterface
public interface PropertiesFile {

  /** Reads the file. */
  Properties read(Path file) throws IOException;

  /** Reads a file of the file system. */
  static Properties ofDisk(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return properties;
  }
}
