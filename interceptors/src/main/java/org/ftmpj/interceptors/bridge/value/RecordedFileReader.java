package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.CharBuffer;
import java.nio.charset.Charset;

/** A {@link FileReader} on a {@link RecordedFileInputStream}, made instead of it by the program. */
public class RecordedFileReader extends FileReader {
  private final InputStreamReader from;

  public RecordedFileReader(String file) throws IOException {
    this(new File(file), Charset.defaultCharset());
  }

  public RecordedFileReader(String file, Charset set) throws IOException {
    this(new File(file), set);
  }

  public RecordedFileReader(File file) throws IOException {
    this(file, Charset.defaultCharset());
  }

  public RecordedFileReader(File file, Charset set) throws IOException {
    this(new RecordedFileInputStream(file), set);
  }

  /** A reader of something that is open already. */
  public RecordedFileReader(FileDescriptor descriptor) {
    super(descriptor);
    from = new InputStreamReader(new RecordedFileInputStream(descriptor));
  }

  private RecordedFileReader(RecordedFileInputStream in, Charset set) throws IOException {
    super(in.getFD());
    from = new InputStreamReader(in, set);
  }

  @Override
  public int read() throws IOException {
    return from.read();
  }

  @Override
  public int read(char[] to, int off, int length) throws IOException {
    return from.read(to, off, length);
  }

  @Override
  public int read(CharBuffer to) throws IOException {
    return from.read(to);
  }

  @Override
  public boolean ready() throws IOException {
    return from.ready();
  }

  @Override
  public String getEncoding() {
    return from.getEncoding();
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}
