package org.ftmpj.interceptors.doorway;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The classes of MPJ Express with their doorways. {@code ftmpj archive} weaves them ahead, and a
 * rank reads them; a rank that does not find one weaves it itself, by the same advice. Any thread.
 *
 * <p>There is a file for each class, whose name has the length and the CRC-32 of the class file
 * before weaving: so each MPJ Express has its own, and a class that another agent has changed is
 * not taken for that of MPJ Express. The virtual machine compares the same when it takes a class
 * from its archive. The file is compressed by zlib, whose check sum finds damage:
 *
 * <pre>
 * UTF    build of the advice and of what weaves it
 * bytes  class file, to the end
 * </pre>
 */
public final class WovenClasses {
  /** The file that names the build, made with the agent's jar. */
  private static final String BUILD = "build.txt";

  private final List<Path> directories;
  private final String build;

  /**
   * @param directories where files may be; the first that has one counts
   * @param build whose files are used; null for none
   */
  WovenClasses(List<Path> directories, String build) {
    this.directories = directories;
    this.build = build;
  }

  /**
   * The classes that this build has woven. Code that does not run from the agent's jar has none.
   *
   * @param directories where files may be; the first that has one counts
   */
  public static WovenClasses in(List<Path> directories) {
    try (InputStream build = WovenClasses.class.getResourceAsStream(BUILD)) {
      return new WovenClasses(
          directories,
          build == null ? null : new String(build.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The class with its doorways.
   *
   * @param type a class that has some
   * @param classFile as the virtual machine would load it
   */
  public byte[] of(String type, byte[] classFile) {
    if (build != null) {
      for (Path directory : directories) {
        Path file = directory.resolve(name(type, classFile));
        byte[] woven = Files.exists(file) ? read(file) : null;
        if (woven != null) {
          return woven;
        }
      }
    }
    return AdviceWeaver.into(type, classFile);
  }

  /** Reads the classes; null if the file is damaged or another build's. */
  private byte[] read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(Files.newInputStream(file)))) {
      return in.readUTF().equals(build) ? in.readAllBytes() : null;
    } catch (IOException damaged) {
      return null;
    }
  }

  /**
   * Writes to the first directory.
   *
   * @param classFile as it was
   */
  void write(String type, byte[] classFile, byte[] woven) throws IOException {
    Path file = directories.get(0).resolve(name(type, classFile));
    try (DataOutputStream out =
        new DataOutputStream(new DeflaterOutputStream(Files.newOutputStream(file)))) {
      out.writeUTF(build);
      out.write(woven);
    }
  }

  private static String name(String type, byte[] classFile) {
    CRC32 crc = new CRC32();
    crc.update(classFile);
    return type + "-" + classFile.length + "-" + Long.toHexString(crc.getValue());
  }
}
