package org.ftmpj.checkpoint.bridge;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/** A {@link Deflater} that another process can reconstruct from its input. */
public class RepeatableDeflater extends Deflater implements RepeatableZip {
  /** The end of the data; lower values are ways of flushing. */
  private static final int FINISH = 4;

  private static final int PARAMETERS = 5;
  private static final int DICTIONARY = 6;

  /** The kind of call that sets the initial level and strategy after a reset. */
  private static final int APPLIED = 7;

  private final ZipHistory history = new ZipHistory();
  private final ZipInput input = new ZipInput();
  private final int level;
  private final boolean nowrap;
  private int levelNow;
  private int strategyNow;

  /** The settings of the last call; later settings are applied by the next one, and alone. */
  private int levelApplied;

  private int strategyApplied;
  private boolean ended;

  /** The deflater with the native memory, once this one was reconstructed. */
  private Deflater again;

  public RepeatableDeflater() {
    this(DEFAULT_COMPRESSION);
  }

  public RepeatableDeflater(int level) {
    this(level, false);
  }

  public RepeatableDeflater(int level, boolean nowrap) {
    super(level, nowrap);
    this.level = level;
    this.nowrap = nowrap;
    this.levelNow = level;
    this.levelApplied = level;
  }

  @Override
  public void setInput(byte[] from, int offset, int length) {
    synchronized (history) {
      super.setInput(from, offset, length);
      input.set(from, offset, length);
    }
  }

  @Override
  public void setInput(ByteBuffer from) {
    synchronized (history) {
      super.setInput(from);
      input.set(from);
    }
  }

  @Override
  public void setDictionary(byte[] from, int offset, int length) {
    synchronized (history) {
      super.setDictionary(from, offset, length);
      history.add(DICTIONARY);
      history.add(from, offset, length);
    }
  }

  @Override
  public void setDictionary(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    setDictionary(bytes, 0, bytes.length);
  }

  @Override
  public void setStrategy(int strategy) {
    synchronized (history) {
      super.setStrategy(strategy);
      strategyNow = strategy;
      addParameters();
    }
  }

  @Override
  public void setLevel(int level) {
    synchronized (history) {
      super.setLevel(level);
      levelNow = level;
      addParameters();
    }
  }

  private void addParameters() {
    history.add(PARAMETERS);
    history.add(levelNow + 1); // the default is -1
    history.add(strategyNow);
  }

  @Override
  public void finish() {
    synchronized (history) {
      super.finish();
      history.add(FINISH);
    }
  }

  @Override
  public int deflate(byte[] to, int offset, int length, int flush) {
    synchronized (history) {
      int given = input.given();
      long before = getBytesRead();
      int made = super.deflate(to, offset, length, flush);
      levelApplied = levelNow;
      strategyApplied = strategyNow;
      input.taken(history, flush, (int) (getBytesRead() - before), given, length, made);
      return made;
    }
  }

  @Override
  public int deflate(ByteBuffer to, int flush) {
    synchronized (history) {
      int given = input.given();
      int room = to.remaining();
      long before = getBytesRead();
      int made = super.deflate(to, flush);
      levelApplied = levelNow;
      strategyApplied = strategyNow;
      input.taken(history, flush, (int) (getBytesRead() - before), given, room, made);
      return made;
    }
  }

  @Override
  public void reset() {
    synchronized (history) {
      super.reset(); // level and strategy stay
      history.clear();
      input.clear();
      if (levelApplied != level || strategyApplied != DEFAULT_STRATEGY) {
        history.add(APPLIED);
        history.add(levelApplied + 1);
        history.add(strategyApplied);
      }
      addParameters();
    }
  }

  @Override
  public void end() {
    synchronized (history) {
      super.end();
      ended = true;
      history.lose();
      input.clear();
    }
  }

  @Override
  public boolean isRepeatable() {
    return ended || history.isComplete();
  }

  @Override
  public Deflater again() {
    again = new Deflater(level, nowrap);
    if (ended) {
      again.end();
      return again;
    }
    ZipHistory.Reader calls = history.read();
    while (calls.hasMore()) {
      int kind = calls.number();
      switch (kind) {
        case FINISH -> again.finish();
        case PARAMETERS -> set(calls);
        case APPLIED -> {
          set(calls);
          again.deflate(new byte[1]);
        }
        case DICTIONARY -> again.setDictionary(calls.bytes(0));
        default -> repeat(kind, calls);
      }
    }
    return again;
  }

  private void set(ZipHistory.Reader calls) {
    again.setLevel(calls.number() - 1);
    again.setStrategy(calls.number());
  }

  private void repeat(int flush, ZipHistory.Reader calls) {
    byte[] to = new byte[calls.number()];
    int made = calls.number();
    int more = calls.number();
    byte[] from = calls.bytes(more);
    long before = again.getBytesRead();
    again.setInput(from);
    boolean isSame =
        again.deflate(to, 0, to.length, flush) == made
            && again.getBytesRead() - before == from.length - more;
    RepeatableZip.requireSame(isSame);
  }
}
