package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Proof;
import org.ftmpj.common.secret.RunningProof;

/**
 * A copy of a checkpoint, whose state a host of the job has made. Beside heap and state it has a
 * file {@code records}, the number of the file of records that it needs, in digits, and a file
 * {@code proofs}: of the heap, and of the state together with the former.
 *
 * @param files of records that it needs
 * @param running begins the proof of the heap
 * @param heap the proof that the heap should have
 */
record CopiedImage(
    Stored stored, CheckpointState state, int files, RunningProof running, Proof heap) {
  private static final int BUFFER = 1 << 18;

  /** Bytes of the file with proofs. */
  private static final int PROOFS = 2 * Proof.LENGTH;

  /** The file that says how many files of records a checkpoint needs. */
  static Path records(Stored copy) {
    return copy.directory().resolve("records");
  }

  static Path proofs(Stored copy) {
    return copy.directory().resolve("proofs");
  }

  /** What that file has; empty if that is not known. */
  static Optional<Integer> neededBy(Stored copy) throws IOException {
    try {
      return Optional.of(Integer.valueOf(Files.readString(records(copy))));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The content of the file with proofs. */
  static ByteBuffer proofs(Proof heap, RunningProof ofState, byte[] state) {
    ByteBuffer proofs = ByteBuffer.allocate(PROOFS);
    heap.encode(proofs);
    ofState(ofState, proofs.duplicate().flip(), state).encode(proofs);
    return proofs.flip();
  }

  private static Proof ofState(RunningProof running, ByteBuffer heap, byte[] state) {
    running.add(heap);
    running.add(ByteBuffer.wrap(state));
    return running.proof();
  }

  /**
   * Reads one of those copies.
   *
   * @throws CopyProofs.NotProven if no host of the job has copied that there
   * @throws IOException if it cannot be read
   * @throws FtmpjException LOG_VERSION or LOG_CORRUPT if it is damaged
   */
  static CopiedImage read(Stored stored, CopyDirectory.OfRank copies, CopyProofs proofs)
      throws IOException {
    int files =
        neededBy(stored).orElseThrow(() -> new IOException("it does not say what it needs"));
    byte[] state = Files.readAllBytes(stored.state());
    ByteBuffer its = readProofs(stored);
    Proof ofState = Proof.decode(its.slice(Proof.LENGTH, Proof.LENGTH));
    its.limit(Proof.LENGTH);
    RunningProof running = proofs.begin(CopyProofs.What.STATE, copies.host(), copies.rank(), files);
    if (!ofState(running, its, state).matches(ofState)) {
      throw new CopyProofs.NotProven();
    }
    return new CopiedImage(
        stored,
        CheckpointState.decode(state, stored.state()),
        files,
        proofs.begin(CopyProofs.What.HEAP, copies.host(), copies.rank(), files),
        Proof.decode(its));
  }

  private static ByteBuffer readProofs(Stored stored) throws IOException {
    Path file = proofs(stored);
    ByteBuffer proofs =
        ByteBuffer.wrap(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
    if (proofs.limit() != PROOFS) {
      throw new CopyProofs.NotProven();
    }
    return proofs;
  }

  /**
   * Copies its heap. Once.
   *
   * @param to is overwritten
   * @throws CopyProofs.NotProven if it is not what a host of the job has copied
   */
  void copyHeap(Path to) throws IOException {
    try (FileChannel from = FileChannel.open(stored.heap(), StandardOpenOption.READ);
        FileChannel file =
            OnlyUser.open(
                to,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer piece = ByteBuffer.allocateDirect(BUFFER);
      while (from.read(piece.clear()) >= 0) {
        running.add(piece.flip());
        while (piece.hasRemaining()) {
          file.write(piece);
        }
      }
    }
    OnlyUser.restrict(to);
    if (!running.proof().matches(heap)) {
      throw new CopyProofs.NotProven();
    }
  }
}
