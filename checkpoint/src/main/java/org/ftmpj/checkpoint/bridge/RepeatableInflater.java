package org.ftmpj.checkpoint.bridge;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** An {@link Inflater} that another process can reconstruct from its input. */
public class RepeatableInflater extends Inflater implements RepeatableZip {
  private static final int INFLATE = 0;
  private static final int DICTIONARY = 1;

  private final ZipHistory history = new ZipHistory();
  private final ZipInput input = new ZipInput();
  private final boolean nowrap;
  private boolean ended;

  /** The inflater with the native memory, once this one was reconstructed. */
  private Inflater again;

  public RepeatableInflater() {
    this(false);
  }

  public RepeatableInflater(boolean nowrap) {
    super(nowrap);
    this.nowrap = nowrap;
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
  public int inflate(byte[] to, int offset, int length) throws DataFormatException {
    synchronized (history) {
      int given = input.given();
      long before = getBytesRead();
      int made = orLost(() -> super.inflate(to, offset, length));
      input.taken(history, INFLATE, (int) (getBytesRead() - before), given, length, made);
      return made;
    }
  }

  @Override
  public int inflate(ByteBuffer to) throws DataFormatException {
    synchronized (history) {
      int given = input.given();
      int room = to.remaining();
      long before = getBytesRead();
      int made = orLost(() -> super.inflate(to));
      input.taken(history, INFLATE, (int) (getBytesRead() - before), given, room, made);
      return made;
    }
  }

  /** A call that may fail. */
  private interface Call {
    int run() throws DataFormatException;
  }

  /** Makes a call; if it fails, the amount of input that it took is unknown. */
  private int orLost(Call call) throws DataFormatException {
    try {
      return call.run();
    } catch (DataFormatException e) {
      history.lose();
      throw e;
    }
  }

  @Override
  public void reset() {
    synchronized (history) {
      super.reset();
      history.clear();
      input.clear();
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
  public Inflater again() {
    again = new Inflater(nowrap);
    if (ended) {
      again.end();
      return again;
    }
    ZipHistory.Reader calls = history.read();
    try {
      while (calls.hasMore()) {
        if (calls.number() == DICTIONARY) {
          again.setDictionary(calls.bytes(0));
        } else {
          repeat(calls);
        }
      }
    } catch (DataFormatException e) {
      RepeatableZip.requireSame(false);
    }
    return again;
  }

  private void repeat(ZipHistory.Reader calls) throws DataFormatException {
    byte[] to = new byte[calls.number()];
    int made = calls.number();
    int more = calls.number();
    byte[] from = calls.bytes(more);
    long before = again.getBytesRead();
    again.setInput(from);
    boolean isSame =
        again.inflate(to) == made && again.getBytesRead() - before == from.length - more;
    RepeatableZip.requireSame(isSame);
  }
}
