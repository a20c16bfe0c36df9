package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;

/**
 * Copies of the checkpoints of a rank in a {@link CopyDirectory}. What does not count yet has
 * another name.
 */
final class DirectoryPlace implements CopyPlace {
  private static final int PIECE = 1 << 18;

  private final CopyDirectory.OfRank place;
  private final CopyProofs proofs;
  private final RecordFiles records;
  private final CheckpointStore images;

  DirectoryPlace(CopyDirectory.OfRank place, CopyProofs proofs) {
    this.place = place;
    this.proofs = proofs;
    this.records = new RecordFiles(place, proofs);
    this.images = new CheckpointStore(place.images());
  }

  @Override
  public int host() {
    return place.host();
  }

  /** The digest of a checkpoint's state, as it is in its file. */
  static byte[] digest(byte[] state) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(state);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }

  // ------------------------------------------------------------ what is there

  /** The states of checkpoints of which the last file of records is there that they need. */
  List<CheckpointState> states() {
    List<CheckpointState> states = new ArrayList<>();
    for (Stored copy : images.all()) {
      try {
        CopiedImage image = CopiedImage.read(copy, place, proofs);
        if (hasRecords(image.files())) {
          states.add(image.state());
        }
      } catch (IOException | FtmpjException e) {
        continue; // It cannot be used, which is told who would go on from it.
      }
    }
    return states;
  }

  private boolean hasRecords(int last) {
    return Files.exists(records.file(last, false)) || Files.exists(records.file(last, true));
  }

  @Override
  public Earlier earlier(int size, BooleanSupplier ending) throws IOException {
    requireOnlyUsers();
    RecordCount all = RecordCount.none(size);
    int files = 0;
    for (RecordFiles.Series series : records.series()) {
      RecordCount none = all;
      int number = series.begin();
      for (Path file : series.files()) {
        RecordCount next = count(file, all, ending);
        if (next == null) {
          break;
        }
        all = next;
        files = number++;
      }
      if (all != none) {
        break; // Else nothing of it is of use, and there may be an older one.
      }
    }
    records.removeAfter(files);
    return new Earlier(files, all.logs(), all.output(), newest(files));
  }

  /** Refuses links, which another user could have placed there. */
  private void requireOnlyUsers() throws IOException {
    if (!CopyDirectory.isOnlyUsers(place.directory())) {
      throw new FtmpjException(
          ErrorCode.FOREIGN_FILE,
          place.directory() + " belongs to another user, or others can change it");
    }
  }

  /** Counts what follows in that file; null if it cannot be used, or is not there. */
  private RecordCount count(Path file, RecordCount before, BooleanSupplier ending)
      throws IOException {
    try (CopiedRecords.Reader reader = records.open(file)) {
      return before.with(reader, ending);
    } catch (InterruptedIOException e) {
      throw e; // Perhaps in the middle of it.
    } catch (IOException unusable) {
      return null;
    }
  }

  private byte[] newest(int files) throws IOException {
    Optional<Stored> newest = images.all().stream().findFirst();
    try {
      CopiedImage image = newest.isPresent() ? CopiedImage.read(newest.get(), place, proofs) : null;
      return image == null || image.files() > files ? new byte[0] : digest(image.state().encode());
    } catch (CopyProofs.NotProven | FtmpjException unusable) {
      return new byte[0];
    }
  }

  /**
   * Copies all that counts to another place.
   *
   * @throws IOException if something cannot be read here, or written there; what came before counts
   */
  void copyTo(CopyPlace other) throws IOException {
    Map<Integer, Stored> byNumber = new HashMap<>();
    for (Stored image : images.all()) {
      CopiedImage.neededBy(image).ifPresent(needed -> byNumber.put(needed, image));
    }
    List<RecordFiles.Series> oldestFirst = new ArrayList<>(records.series());
    Collections.reverse(oldestFirst);
    for (RecordFiles.Series series : oldestFirst) {
      int number = series.begin();
      for (Path file : series.files()) {
        Stored image = byNumber.get(number);
        boolean all = file.equals(records.file(number, true));
        try (Begun begun = other.begin(number, all, image != null)) {
          copyTo(begun, file, image);
        }
        number++;
      }
    }
  }

  private static void copyTo(Begun begun, Path records, Stored image) throws IOException {
    copy(records, Part.RECORDS, begun);
    if (image != null) {
      copy(image.heap(), Part.HEAP, begun);
      copy(image.state(), Part.STATE, begun);
      copy(CopiedImage.proofs(image), Part.PROOFS, begun);
    }
    begun.sync();
    begun.commit();
  }

  private static void copy(Path file, Part part, Begun to) throws IOException {
    try (FileChannel source = FileChannel.open(file, StandardOpenOption.READ)) {
      copy(source, part, to, piece -> {}, () -> false);
    }
  }

  /**
   * Copies a file.
   *
   * @param also is given each piece, too
   * @return false if the end has come
   */
  static boolean copy(
      FileChannel source, Part part, Begun to, Consumer<ByteBuffer> also, BooleanSupplier ending)
      throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    while (source.read(piece.clear()) >= 0) {
      if (ending.getAsBoolean()) {
        return false;
      }
      also.accept(piece.flip());
      to.write(part, piece);
    }
    return true;
  }

  // ------------------------------------------------------------------ another

  @Override
  public boolean hasGrown() throws IOException {
    return records.hasGrown();
  }

  @Override
  public Begun begin(int number, boolean all, boolean image) throws IOException {
    if (!Files.isDirectory(place.records())) {
      throw new NoSuchFileException(place.records().toString()); // Nor is it made again.
    }
    requireOnlyUsers();
    removeUnneeded();
    return new InFiles(number, all, image ? Optional.of(images.begin()) : Optional.empty());
  }

  /**
   * Removes what no checkpoint here needs that is kept. The older one may need files before those
   * that have all: then it can be used if these are damaged.
   */
  private void removeUnneeded() throws IOException {
    List<Stored> kept = images.all();
    int oldest = Integer.MAX_VALUE;
    for (Stored each : kept) {
      oldest = Math.min(oldest, CopiedImage.neededBy(each).orElse(0));
    }
    if (kept.size() == CheckpointStore.RETAINED) {
      records.removeBefore(oldest);
    }
  }

  private final class InFiles implements Begun {
    private final int number;
    private final boolean all;
    private final Path unready;
    private final Optional<Stored> image;
    private final Map<Part, FileChannel> open = new EnumMap<>(Part.class);
    private boolean done;

    InFiles(int number, boolean all, Optional<Stored> image) throws IOException {
      this.number = number;
      this.all = all;
      this.unready = records.unready(number);
      this.image = image;
      try {
        open(Part.RECORDS, unready);
        if (image.isPresent()) {
          open(Part.HEAP, image.get().heap());
          open(Part.STATE, image.get().state());
          open(Part.PROOFS, CopiedImage.proofs(image.get()));
        }
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    private void open(Part part, Path file) throws IOException {
      open.put(part, create(file));
    }

    private static FileChannel create(Path file) throws IOException {
      return OnlyUser.open(
          file,
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);
    }

    @Override
    public void write(Part part, ByteBuffer bytes) throws IOException {
      FileChannel file = open.get(part);
      if (file == null) {
        throw new IOException("no image was begun");
      }
      write(file, bytes);
    }

    private static void write(FileChannel file, ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    }

    @Override
    public void sync() throws IOException {
      if (image.isPresent()) {
        try (FileChannel needed = create(CopiedImage.records(image.get()))) {
          write(needed, StandardCharsets.US_ASCII.encode(Integer.toString(number)));
          needed.force(true);
        }
      }
      for (FileChannel file : open.values()) {
        file.force(true);
      }
    }

    @Override
    public void commit() throws IOException {
      Files.move(unready, records.file(number, all), StandardCopyOption.ATOMIC_MOVE);
      Files.deleteIfExists(records.file(number, !all)); // Its checkpoint was not committed.
      try (FileChannel directory = FileChannel.open(place.records(), StandardOpenOption.READ)) {
        directory.force(true);
      }
      image.ifPresent(images::commit);
      done = true;
      // It would be overwritten while another host reads it.
      images.removeSpare();
    }

    @Override
    public void close() {
      for (FileChannel file : open.values()) {
        try {
          file.close();
        } catch (IOException e) {
          // What is not on the disk by now does not count.
        }
      }
      if (done) {
        return;
      }
      image.ifPresent(images::abandon);
      try {
        Files.deleteIfExists(unready);
      } catch (IOException e) {
        // The next one of that number overwrites it.
      }
    }
  }

  @Override
  public String toString() {
    return place.directory().toString();
  }
}
