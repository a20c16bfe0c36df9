package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;

/** A {@link FileWriter} on a {@link RecordedFileOutputStream}, made by the program. */
public final class RecordedFileWriter extends FileWriter {
  private final OutputStreamWriter writer;

  public RecordedFileWriter(String file) throws IOException {
    this(new File(file), Charset.defaultCharset(), false);
  }

  public RecordedFileWriter(String file, boolean append) throws IOException {
    this(new File(file), Charset.defaultCharset(), append);
  }

  public RecordedFileWriter(String file, Charset set) throws IOException {
    this(new File(file), set, false);
  }

  public RecordedFileWriter(String file, Charset set, boolean append) throws IOException {
    this(new File(file), set, append);
  }

  public RecordedFileWriter(File file) throws IOException {
    this(file, Charset.defaultCharset(), false);
  }

  public RecordedFileWriter(File file, boolean append) throws IOException {
    this(file, Charset.defaultCharset(), append);
  }

  public RecordedFileWriter(File file, Charset set) throws IOException {
    this(file, set, false);
  }

  public RecordedFileWriter(File file, Charset set, boolean append) throws IOException {
    this(new RecordedFileOutputStream(file, append), set);
  }

  /** Of something that is open already. */
  public RecordedFileWriter(FileDescriptor descriptor) {
    super(descriptor);
    writer = new OutputStreamWriter(new RecordedFileOutputStream(descriptor));
  }

  private RecordedFileWriter(RecordedFileOutputStream out, Charset set) throws IOException {
    super(out.getFD());
    writer = new OutputStreamWriter(out, set);
  }

  @Override
  public void write(int c) throws IOException {
    writer.write(c);
  }

  @Override
  public void write(char[] chars, int off, int len) throws IOException {
    writer.write(chars, off, len);
  }

  @Override
  public void write(String text, int off, int len) throws IOException {
    writer.write(text, off, len);
  }

  @Override
  public Writer append(CharSequence text) throws IOException {
    writer.append(text);
    return this;
  }

  @Override
  public Writer append(CharSequence text, int start, int end) throws IOException {
    writer.append(text, start, end);
    return this;
  }

  @Override
  public String getEncoding() {
    return writer.getEncoding();
  }

  @Override
  public void flush() throws IOException {
    writer.flush();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
