package org.ftmpj.interceptors.bridge.value;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Properties;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The times that classes of the JDK write to files. */
public final class Stamps {
  private Stamps() {}

  /** Instead of {@link ZipOutputStream#putNextEntry}. */
  public static void putNextEntry(ZipOutputStream out, ZipEntry entry) throws IOException {
    stamp(entry);
    out.putNextEntry(entry);
  }

  static void stamp(ZipEntry entry) {
    if (entry.getTime() == -1) {
      entry.setTime(Clocks.currentTimeMillis());
    }
  }

  /** Instead of {@link JarOutputStream#putNextEntry}. */
  public static void putNextEntry(JarOutputStream out, ZipEntry entry) throws IOException {
    putNextEntry((ZipOutputStream) out, entry);
  }

  /** Instead of {@link Properties#store(OutputStream, String)}. */
  public static void store(Properties properties, OutputStream out, String comments)
      throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    properties.store(text, comments);
    out.write(
        dated(text.toString(StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Instead of {@link Properties#store(Writer, String)}. */
  public static void store(Properties properties, Writer out, String comments) throws IOException {
    StringWriter text = new StringWriter();
    properties.store(text, comments);
    out.write(dated(text.toString()));
    out.flush();
  }

  /** The date is the last line of comments, and no other line begins as these do. */
  private static String dated(String text) {
    String end = System.lineSeparator();
    int date = 0;
    int line = 0;
    while (line < text.length() && (text.charAt(line) == '#' || text.charAt(line) == '!')) {
      date = line;
      line = text.indexOf(end, line) + end.length();
    }
    if (System.getProperty("java.properties.date") != null || line == 0) {
      return text;
    }
    Date now = new Date(Clocks.currentTimeMillis());
    return text.substring(0, date) + "#" + now + end + text.substring(line);
  }
}
