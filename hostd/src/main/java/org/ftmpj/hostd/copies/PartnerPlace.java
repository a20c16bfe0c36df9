package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;

/**
 * Copies of the checkpoints of a rank that another host keeps. Few pieces are under way at a time,
 * at a {@link CopyPace}, so that messages to that host never wait for long.
 */
final class PartnerPlace implements CopyPlace {
  private static final int MOST_UNDER_WAY = 2;
  private static final int MOST_IN_A_HURRY = 8;

  /**
   * The number of bytes of records from which a copy does not rest, since records may come as fast
   * as it copies.
   */
  private static final long RESTED = 16 << 20;

  private final PartnerLink link;
  private final String name;
  private final int host;
  private final int rank;
  private final CopyPace pace;
  private final RecordGrowth growth = new RecordGrowth();

  /**
   * @param name name of the other host
   * @param the host that has made the copies
   */
  PartnerPlace(PartnerLink link, String name, int host, int rank, CopyPace pace) {
    this.pace = pace;
    this.link = link;
    this.name = name;
    this.host = host;
    this.rank = rank;
  }

  @Override
  public int host() {
    return host;
  }

  private CopyAnswer demand(CopyRequest request) throws IOException {
    return link.await(link.ask(request));
  }

  @Override
  public Earlier earlier(int size, BooleanSupplier ending) throws IOException {
    CopyAnswer answer = demand(CopyRequest.of(CopyRequest.Kind.EARLIER, host, rank));
    if (answer instanceof CopyAnswer.There there && there.earlier().logs().size() == size) {
      return there.earlier();
    }
    throw new IOException("it answers " + answer + " for a job of " + size + " ranks");
  }

  /** By what was copied from here. */
  @Override
  public boolean hasGrown() {
    return growth.isEnough();
  }

  @Override
  public Begun begin(int number, boolean all, boolean image) throws IOException {
    demand(CopyRequest.begin(host, rank, number, all, image));
    pace.begins();
    return new Sent(all);
  }

  private final class Sent implements Begun {
    private final Queue<CompletableFuture<CopyAnswer>> underWay = new ArrayDeque<>();
    private final CRC32C crc = new CRC32C();
    private final boolean all;
    private long records;
    private boolean done;

    Sent(boolean all) {
      this.all = all;
    }

    @Override
    public void write(Part part, ByteBuffer bytes) throws IOException {
      records += part == Part.RECORDS ? bytes.remaining() : 0;
      while (bytes.hasRemaining()) {
        // Records that follow may come as fast as it goes.
        boolean isHurried = part == Part.RECORDS && records >= RESTED || pace.isHurried();
        while (underWay.size() >= (isHurried ? MOST_IN_A_HURRY : MOST_UNDER_WAY)) {
          link.await(underWay.remove());
          if (!isHurried) {
            pace.rests();
          }
        }
        pace.goesOn();
        int length = Math.min(bytes.remaining(), CopyRequest.MOST_PIECE);
        ByteBuffer piece = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        crc.update(piece.duplicate());
        underWay.add(link.ask(CopyRequest.piece(host, rank, part, piece)));
      }
    }

    @Override
    public void sync() throws IOException {
      while (!underWay.isEmpty()) {
        link.await(underWay.remove());
      }
      demand(CopyRequest.sync(host, rank, (int) crc.getValue()));
    }

    @Override
    public void commit() throws IOException {
      demand(CopyRequest.of(CopyRequest.Kind.COMMIT, host, rank));
      growth.add(all, records);
      done = true;
    }

    @Override
    public void close() {
      if (!done) {
        try {
          link.ask(CopyRequest.of(CopyRequest.Kind.ABANDON, host, rank));
        } catch (IOException e) {
          // That host is lost, or removes it when this one is.
        }
      }
    }
  }

  @Override
  public String toString() {
    return "host " + name;
  }
}
