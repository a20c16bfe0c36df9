package org.ftmpj.common.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;

/** How {@link Configuration} gets at the file that option {@code config} names. */
@FunctionalInterface
public interface PropertiesFile {

  /** Reads it. */
  Properties read(Path file) throws IOException;
}
