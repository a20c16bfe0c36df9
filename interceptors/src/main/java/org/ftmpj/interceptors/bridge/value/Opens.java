package org.ftmpj.interceptors.bridge.value;

import java.io.BufferedWriter;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.UnsupportedEncodingException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;

/** Streams and writers that the program opens on files. */
public final class Opens {
  private Opens() {}

  static Opened<FileDescriptor> descriptor(File file, boolean append) throws IOException {
    return Opened.of(
        append ? Act.APPEND : Act.WRITE,
        file,
        (target, again) ->
            again && !append
                ? new RandomAccessFile(target, "rw").getFD()
                : new FileOutputStream(target, append).getFD());
  }

  /** The descriptor for the constructor of a superclass. */
  public static FileDescriptor superDescriptor(String file) throws IOException {
    return descriptor(new File(file), false).with();
  }

  /** The descriptor for the constructor of a superclass. */
  public static FileDescriptor superDescriptor(String file, boolean append) throws IOException {
    return descriptor(new File(file), append).with();
  }

  /** The descriptor for the constructor of a superclass. */
  public static FileDescriptor superDescriptor(File file) throws IOException {
    return descriptor(file, false).with();
  }

  /** The descriptor for the constructor of a superclass. */
  public static FileDescriptor superDescriptor(File file, boolean append) throws IOException {
    return descriptor(file, append).with();
  }

  /** The stream for a {@link PrintStream} on that file. */
  public static OutputStream stream(String file) throws IOException {
    return new RecordedFileOutputStream(file);
  }

  /** The stream for a {@link PrintStream} on that file. */
  public static OutputStream stream(File file) throws IOException {
    return new RecordedFileOutputStream(file);
  }

  /** The stream for a {@link PrintStream} on that file. */
  public static OutputStream stream(String file, String set) throws IOException {
    charset(set);
    return new RecordedFileOutputStream(file);
  }

  /** The stream for a {@link PrintStream} on that file. */
  public static OutputStream stream(File file, String set) throws IOException {
    charset(set);
    return new RecordedFileOutputStream(file);
  }

  /** The stream for a {@link PrintStream} on that file. */
  public static OutputStream stream(String file, Charset set) throws IOException {
    return new RecordedFileOutputStream(file);
  }

  /** The stream for a {@link PrintStream} on that file. */
  public static OutputStream stream(File file, Charset set) throws IOException {
    return new RecordedFileOutputStream(file);
  }

  /** The writer for a {@link PrintWriter} on that file. */
  public static Writer writer(String file) throws IOException {
    return writer(new File(file), Charset.defaultCharset());
  }

  /** The writer for a {@link PrintWriter} on that file. */
  public static Writer writer(File file) throws IOException {
    return writer(file, Charset.defaultCharset());
  }

  /** The writer for a {@link PrintWriter} on that file. */
  public static Writer writer(String file, String set) throws IOException {
    return writer(new File(file), charset(set));
  }

  /** The writer for a {@link PrintWriter} on that file. */
  public static Writer writer(File file, String set) throws IOException {
    return writer(file, charset(set));
  }

  /** The writer for a {@link PrintWriter} on that file. */
  public static Writer writer(String file, Charset set) throws IOException {
    return writer(new File(file), set);
  }

  /** The writer for a {@link PrintWriter} on that file. */
  public static Writer writer(File file, Charset set) throws IOException {
    return new BufferedWriter(new OutputStreamWriter(new RecordedFileOutputStream(file), set));
  }

  /** The input for a {@link java.util.Scanner} on that file. */
  public static InputStream input(File file) throws IOException {
    return new RecordedFileInputStream(file);
  }

  /** The input for a {@link java.util.Scanner} on that file. */
  public static InputStream input(Path file) throws IOException {
    return ReadPaths.newInputStream(file);
  }

  /** A file that is as that one is now, for something that reads it by itself. */
  public static String unchanging(String file) throws IOException {
    return file == null ? null : unchanging(new File(file)).getPath();
  }

  /** A file that is as that one is now, for something that reads it by itself. */
  public static File unchanging(File file) throws IOException {
    if (file == null) {
      return null;
    }
    Readable<File> opened =
        Readable.of(
            file,
            place -> {
              new FileInputStream(place).close();
              return place;
            });
    if (opened.values() == null) {
      return opened.with();
    }
    File copy = Recorded.hooks().files().scratch();
    try (InputStream in = new RecordedFileInputStream(file);
        OutputStream out = new FileOutputStream(copy)) {
      in.transferTo(out);
    }
    return copy;
  }

  /** Finds a character set before the file is opened, as the JDK does. */
  private static Charset charset(String name) throws UnsupportedEncodingException {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new UnsupportedEncodingException(name);
    }
  }
}
