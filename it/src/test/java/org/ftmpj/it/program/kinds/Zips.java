package org.ftmpj.it.program.kinds;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Streams of compressed data that are half-way, and what is behind them. */
final class Zips {
  private static final int ENTRIES = 60;

  /** A stream, and what it has written. */
  record Written(DeflaterOutputStream stream, ByteArrayOutputStream bytes) {}

  /** A stream of a class of the program. */
  private static final class Packed extends GZIPOutputStream {
    Packed(ByteArrayOutputStream bytes) throws IOException {
      super(bytes, 512, true);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  private Zips() {}

  static Written gzipped() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return new Written(new Packed(bytes), bytes);
  }

  static Written entries() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ZipOutputStream stream = new ZipOutputStream(bytes);
    ZipEntry entry = new ZipEntry("entry");
    entry.setTime(0);
    stream.putNextEntry(entry);
    return new Written(stream, bytes);
  }

  /** Writes on; the second half of it is compressed better for the first. */
  static Object more(Written written) throws IOException {
    byte[] noise = new byte[300];
    new Random(written.bytes().size()).nextBytes(noise);
    written.stream().write(noise);
    written.stream().write(noise);
    written.stream().flush();
    return Arrays.hashCode(written.bytes().toByteArray());
  }

  /** A jar with one entry. */
  static File jar() throws IOException {
    File file = File.createTempFile("holds", ".jar");
    file.deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(file))) {
      out.putNextEntry(new JarEntry("data/text.txt"));
      out.write(text());
    }
    return file;
  }

  static InputStream entry() throws IOException {
    ZipFile archive = new ZipFile(jar());
    return archive.getInputStream(archive.getEntry("data/text.txt"));
  }

  private static byte[] text() {
    byte[] text = new byte[50_000];
    new Random(7).nextBytes(text);
    for (int i = 0; i < text.length; i++) {
      text[i] &= 7;
    }
    return text;
  }

  static InputStream compressed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text());
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }

  static ZipInputStream archive() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (int i = 0; i < ENTRIES; i++) {
        ZipEntry entry = new ZipEntry("entry" + i);
        entry.setTime(0);
        out.putNextEntry(entry);
        out.write(text(), 0, 1000);
      }
    }
    return new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }

  static Object nextEntry(ZipInputStream archive) throws IOException {
    return archive.getNextEntry() + " " + archive.read() + archive.read();
  }

  static Object packed(Deflater deflater) {
    if (deflater.needsInput()) {
      deflater.setInput(text());
    }
    byte[] to = new byte[3_000];
    return deflater.deflate(to) + " " + Arrays.hashCode(to);
  }

  static Object unpacked(Inflater inflater) throws DataFormatException {
    if (inflater.needsInput()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
        out.write(text());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      inflater.setInput(bytes.toByteArray());
    }
    byte[] to = new byte[700];
    return inflater.inflate(to) + " " + Arrays.hashCode(to);
  }
}
