package org.ftmpj.interceptors.bridge.value;

import java.io.FileDescriptor;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;

/** A {@link FileWriter} for the program that writes by another writer. Any thread. */
public abstract class DelegatingFileWriter extends FileWriter {
  private final OutputStreamWriter to;

  /**
   * @param descriptor what it seems to write to
   * @param to closed with it
   */
  protected DelegatingFileWriter(FileDescriptor descriptor, OutputStreamWriter to) {
    super(descriptor);
    this.to = to;
  }

  @Override
  public final void write(int c) throws IOException {
    to.write(c);
  }

  @Override
  public final void write(char[] text, int off, int len) throws IOException {
    to.write(text, off, len);
  }

  @Override
  public final void write(String text, int off, int len) throws IOException {
    to.write(text, off, len);
  }

  @Override
  public final Writer append(CharSequence text) throws IOException {
    to.append(text);
    return this;
  }

  @Override
  public final Writer append(CharSequence text, int start, int end) throws IOException {
    to.append(text, start, end);
    return this;
  }

  @Override
  public final String getEncoding() {
    return to.getEncoding();
  }

  @Override
  public final void flush() throws IOException {
    to.flush();
  }

  @Override
  public final void close() throws IOException {
    to.close();
  }
}
