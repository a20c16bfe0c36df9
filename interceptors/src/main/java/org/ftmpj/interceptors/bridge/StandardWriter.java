package org.ftmpj.interceptors.bridge;

import java.io.FileDescriptor;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;

/** A writer on the descriptor of standard output or error that writes elsewhere. Any thread. */
final class StandardWriter extends FileWriter {
  private final Writer to;

  StandardWriter(OutputStream to) {
    super(new FileDescriptor());
    this.to = new OutputStreamWriter(to);
  }

  @Override
  public void write(int c) throws IOException {
    to.write(c);
  }

  @Override
  public void write(char[] text, int off, int len) throws IOException {
    to.write(text, off, len);
  }

  @Override
  public void write(String text, int off, int len) throws IOException {
    to.write(text, off, len);
  }

  @Override
  public Writer append(CharSequence text) throws IOException {
    to.append(text);
    return this;
  }

  @Override
  public Writer append(CharSequence text, int start, int end) throws IOException {
    to.append(text, start, end);
    return this;
  }

  @Override
  public void flush() throws IOException {
    to.flush();
  }

  /** What it writes to stays open. */
  @Override
  public void close() throws IOException {
    to.close();
  }
}
