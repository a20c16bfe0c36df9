package org.ftmpj.agent;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.StandardStreams;
import org.ftmpj.protocol.report.FailStop;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.console.OutputSink;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * Standard output and error as the program writes them: through the gate, into the output log
 * (protocol rule OUTPUT). The streams are made as the JDK makes its own.
 */
record StandardOutputs(OutputStream out, OutputStream err) {
  /** The JDK's buffer size; every print is flushed anyway. */
  private static final int BUFFER = 128;

  /** Redirects the process's streams to the log. */
  static StandardOutputs begin(
      OutputSink log, FreeSpace space, Program program, FailStop failStop) {
    Stream out = new Stream(OutputRecord.OUT, log, space, program, failStop);
    Stream err = new Stream(OutputRecord.ERR, log, space, program, failStop);
    System.setOut(print(out, "stdout"));
    System.setErr(print(err, "stderr"));
    StandardStreams.install(out, err);
    return new StandardOutputs(out, err);
  }

  private static PrintStream print(OutputStream to, String name) {
    return new PrintStream(new BufferedOutputStream(to, BUFFER), true, charset(name));
  }

  /** The character set that the JDK chooses: by this property, in Java 17 by an unofficial one. */
  private static Charset charset(String name) {
    String encoding = System.getProperty(name + ".encoding");
    if (encoding == null) {
      encoding = System.getProperty("sun." + name + ".encoding");
    }
    return encoding == null || !Charset.isSupported(encoding)
        ? Charset.defaultCharset()
        : Charset.forName(encoding);
  }

  private static final class Stream extends OutputStream {
    private final int stream;
    private final OutputSink log;
    private final FreeSpace space; // guarded by itself
    private final Program program;
    private final FailStop failStop;

    Stream(int stream, OutputSink log, FreeSpace space, Program program, FailStop failStop) {
      this.stream = stream;
      this.log = log;
      this.space = space;
      this.program = program;
      this.failStop = failStop;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) {
      if (len == 0 || program.repeatsOutput()) {
        return;
      }
      program.commitOutput();
      try {
        synchronized (space) {
          space.use(len);
        }
        log.write(stream, program.threadName(), b, off, len);
      } catch (FtmpjException e) {
        throw failStop.stop(e);
      }
    }
  }
}
