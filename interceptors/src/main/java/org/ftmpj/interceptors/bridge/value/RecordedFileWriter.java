package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.Charset;

/** A {@link java.io.FileWriter} on a {@link RecordedFileOutputStream}, made by the program. */
public final class RecordedFileWriter extends DelegatingFileWriter {
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

  /** A writer of something that is open already. */
  public RecordedFileWriter(FileDescriptor descriptor) {
    super(descriptor, new OutputStreamWriter(new RecordedFileOutputStream(descriptor)));
  }

  private RecordedFileWriter(RecordedFileOutputStream out, Charset set) throws IOException {
    super(out.getFD(), new OutputStreamWriter(out, set));
  }
}
