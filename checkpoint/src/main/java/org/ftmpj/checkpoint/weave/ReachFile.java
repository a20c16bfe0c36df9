package org.ftmpj.checkpoint.weave;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A file with the analysis of the program's classes, so that the other processes of a job, and
 * later ones, need not read them. It exists whole or not at all. Big-endian:
 *
 * <pre>
 * 0  u32  "FTRE"
 * 4  u32  version, 1
 * 8  u32  CRC-32C of all bytes after
 * 12 UTF the classes that it describes
 *         what {@link Reach} writes
 * </pre>
 */
public final class ReachFile {
  private static final int MAGIC = 0x46545245;
  private static final int VERSION = 1;
  private static final int HEADER = 12;

  private final Path file;
  private final String classes;

  /**
   * @param classes the classes; an analysis of other classes is unusable
   */
  public ReachFile(Path file, String classes) {
    this.file = file;
    this.classes = classes;
  }

  /**
   * Its content; empty if the file is missing, describes other classes, has another version, or is
   * damaged.
   *
   * @throws IOException if it exists but cannot be read
   */
  public Optional<Reach> read() throws IOException {
    byte[] all;
    try {
      all = Files.readAllBytes(file);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    if (all.length < HEADER) {
      return Optional.empty();
    }
    ByteBuffer header = ByteBuffer.wrap(all);
    if (header.getInt() != MAGIC || header.getInt() != VERSION || header.getInt() != crc(all)) {
      return Optional.empty();
    }
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(all, HEADER, all.length - HEADER));
    return in.readUTF().equals(classes) ? Optional.of(Reach.read(in)) : Optional.empty();
  }

  /**
   * Writes the file, replacing an existing one. One process at a time.
   *
   * @throws IOException if it cannot be written; then nothing has changed
   */
  public void write(Reach reach) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[HEADER]);
    out.writeUTF(classes);
    reach.write(out);
    byte[] all = bytes.toByteArray();
    ByteBuffer.wrap(all).putInt(MAGIC).putInt(VERSION).putInt(crc(all));
    Path unready = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(unready);
    Files.createFile(
        unready,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(unready, all);
    Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static int crc(byte[] all) {
    CRC32C crc = new CRC32C();
    crc.update(all, HEADER, all.length - HEADER);
    return (int) crc.getValue();
  }
}
