package org.ftmpj.checkpoint.image.program;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Archives that are open, and entries of them that are half-way. */
final class ZipCases {
  private static final int SIZE = 40_000;

  private ZipCases() {}

  /** An archive and an entry of it that is being read. */
  private record Reading(ZipFile archive, InputStream entry) {}

  private interface Use<A, B> {
    B of(A used) throws IOException;
  }

  static List<Case> cases() {
    return List.of(
        of("archive", ignored -> new ZipFile(archive()), ZipCases::contents),
        of("jar", ignored -> new JarFile(archive()), ZipCases::manifest),
        of("closed archive", ignored -> closed(), ZipCases::afterClose),
        of("entries half-way", ignored -> entries(), ZipCases::rest),
        of("entry not begun", ignored -> reading("packed", 0), ZipCases::readOn),
        of("entry half-way", ignored -> reading("packed", 12_345), ZipCases::readOn),
        of("stored entry half-way", ignored -> reading("stored", 12_345), ZipCases::readOn),
        of("entry at its end", ignored -> reading("packed", SIZE), ZipCases::readOn),
        of("entry after its end", ignored -> reading("packed", SIZE + 1), ZipCases::readOn),
        of("empty entry", ignored -> reading("empty", 1), ZipCases::readOn),
        of("closed entry", ignored -> closedEntry(), ZipCases::readOn),
        of("lines of an entry", ignored -> lines(), reader -> reader.readLine()));
  }

  private static <T> Case of(String name, Use<Void, T> make, Use<T, Object> show) {
    return Case.<T>of(
        name,
        () -> {
          try {
            return make.of(null);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        made -> {
          try {
            return show.of(made);
          } catch (IOException | IllegalStateException e) {
            return e.toString();
          }
        });
  }

  private static File archive() throws IOException {
    File file = File.createTempFile("archive", ".jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Made-By", "us");
    try (ZipOutputStream out = new JarOutputStream(new FileOutputStream(file), manifest)) {
      byte[] bytes = bytes();
      put(out, new ZipEntry("packed"), bytes);
      ZipEntry stored = new ZipEntry("stored");
      stored.setMethod(ZipEntry.STORED);
      stored.setSize(bytes.length);
      CRC32 sum = new CRC32();
      sum.update(bytes);
      stored.setCrc(sum.getValue());
      put(out, stored, bytes);
      put(out, new ZipEntry("empty"), new byte[0]);
      put(out, new ZipEntry("lines"), "first\nsecond\nthird\n".repeat(2_000).getBytes());
      out.setComment("a comment");
    }
    return file;
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[SIZE];
    Random random = new Random(3);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(9) + i / 5_000);
    }
    return bytes;
  }

  private static void put(ZipOutputStream out, ZipEntry entry, byte[] bytes) throws IOException {
    entry.setTime(0);
    out.putNextEntry(entry);
    out.write(bytes);
  }

  private static Object contents(ZipFile archive) throws IOException {
    try (InputStream in = archive.getInputStream(archive.getEntry("packed"))) {
      return archive.size() + archive.getComment() + Arrays.hashCode(in.readAllBytes());
    }
  }

  private static Object manifest(JarFile jar) throws IOException {
    return jar.getManifest().getMainAttributes().getValue("Made-By") + jar.getEntry("stored");
  }

  private static ZipFile closed() throws IOException {
    ZipFile archive = new ZipFile(archive());
    archive.close();
    return archive;
  }

  private static Object afterClose(ZipFile archive) throws IOException {
    archive.close();
    return archive.getEntry("packed");
  }

  private static Enumeration<JarEntry> entries() throws IOException {
    Enumeration<JarEntry> entries = new JarFile(archive()).entries();
    entries.nextElement();
    return entries;
  }

  private static Object rest(Enumeration<JarEntry> entries) {
    return Collections.list(entries);
  }

  private static Reading reading(String name, int bytes) throws IOException {
    ZipFile archive = new ZipFile(archive());
    InputStream before = archive.getInputStream(archive.getEntry("lines"));
    before.read();
    before.close(); // its inflater is used again
    InputStream in = archive.getInputStream(archive.getEntry(name));
    in.readNBytes(bytes);
    return new Reading(archive, in);
  }

  private static Object readOn(Reading reading) throws IOException {
    int available = reading.entry().available();
    int next = reading.entry().read();
    int rest = Arrays.hashCode(reading.entry().readAllBytes());
    Object contents = contents(reading.archive());
    reading.archive().close();
    return available + " " + next + " " + rest + " " + contents;
  }

  private static Reading closedEntry() throws IOException {
    Reading reading = reading("packed", 10);
    reading.entry().close();
    return reading;
  }

  private static BufferedReader lines() throws IOException {
    ZipFile archive = new ZipFile(archive());
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(archive.getInputStream(archive.getEntry("lines"))), 100);
    reader.readLine();
    return reader;
  }
}
