package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Several event loggers, of which a majority makes a record stable. They fail as those of a rank do
 * ({@link Ensemble}). When the host is given up, a reader fences its stream at a majority, takes
 * over what it finds, and stays the stream's writer. A newer reader, of another coordinator or for
 * ranks that move once more, does the same again.
 */
final class EnsembleReceiver implements StreamReceiver, LogWriter.Client {
  private static final int OF_HOST = 1;
  private static final int LONGEST_HAUNT = 300;

  private final Job job;
  private final Host host;
  private final HostStream stream;
  private final Loggers loggers;
  private final LogWriter writer;
  private final List<LogWriter> oldReaders = new ArrayList<>();
  private boolean isHostDead;

  /** Null until the host is given up. */
  private LogWriter reader;

  /** What the reader has found; null before. */
  private List<HostStream.Record> history;

  EnsembleReceiver(Job job, Host host, HostStream stream) {
    this.job = job;
    this.host = host;
    this.stream = stream;
    loggers = new Loggers(job);
    writer = new LogWriter(job, OF_HOST, loggers.nodes());
  }

  @Override
  public boolean arrive() {
    repeat(
        () -> {
          boolean moved = loggers.step();
          return job.chance(2) ? read() | moved : moved;
        });
    return false;
  }

  private boolean read() {
    oldReaders.removeIf(LogWriter::isGone);
    if (!oldReaders.isEmpty() && job.chance(3)) {
      return oldReaders.get(job.below(oldReaders.size())).step();
    }
    if (reader == null) {
      return false;
    }
    boolean moved = reader.step();
    if (history == null && reader.isReady()) {
      job.count(Rule.STREAM_READ);
      history = decode(reader.history());
    }
    return moved;
  }

  @Override
  public boolean send() {
    return !isHostDead && host.isLinked() && repeat(this::write);
  }

  private boolean write() {
    boolean moved = writer.step();
    if (writer.isReady()) {
      writer.serves(this);
    }
    return moved;
  }

  /** Once or several times: a record takes many steps. Returns whether anything moved. */
  private boolean repeat(BooleanSupplier step) {
    boolean moved = false;
    for (int i = 1 + job.below(8); i > 0; i--) {
      moved |= step.getAsBoolean();
    }
    if (moved) {
      job.moved();
    }
    return moved;
  }

  @Override
  public boolean hasSentAll() {
    return true; // Passes do not wait for loggers.
  }

  @Override
  public boolean isUnderWay() {
    return history == null;
  }

  @Override
  public void hostDied() {
    if (!isHostDead) {
      isHostDead = true;
      writer.die(0);
    }
  }

  @Override
  public void fence() {
    writer.supersede();
    reader = new LogWriter(job, OF_HOST + 1, loggers.nodes());
    if (job.mutation() == Mutation.HISTORY_OF_ANY_LOGGER) {
      history = decode(loggers.any().records());
    }
  }

  @Override
  public void fence(int rank) {
    throw new IllegalStateException("A stream in a majority is fenced as a whole");
  }

  @Override
  public void readAgain() {
    if (history != null) {
      history = null;
      reader.supersede();
      reader.die(job.chance(2) ? 0 : 1 + job.below(LONGEST_HAUNT));
      oldReaders.add(reader);
      reader = new LogWriter(job, reader.incarnation() + 1, loggers.nodes());
    }
  }

  @Override
  public boolean hasHistory() {
    return history != null;
  }

  @Override
  public List<HostStream.Record> history() {
    return history;
  }

  @Override
  public void prune(int number) {
    writer.prune(number);
  }

  // The writer's client.

  @Override
  public List<byte[]> added(int from) {
    return IntStream.range(from, stream.taken()).mapToObj(this::encode).toList();
  }

  /** The place in the stream. */
  private byte[] encode(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private List<HostStream.Record> decode(List<byte[]> records) {
    List<HostStream.Record> all = new ArrayList<>();
    for (byte[] bytes : records) {
      all.add(bytes == null ? null : stream.record(ByteBuffer.wrap(bytes).getInt()));
    }
    return all;
  }

  @Override
  public long last() {
    return stream.taken();
  }

  @Override
  public void acknowledge(long number) {
    stream.acknowledge((int) number);
  }
}
