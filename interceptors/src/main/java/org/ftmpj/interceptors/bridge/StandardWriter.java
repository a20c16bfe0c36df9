package org.ftmpj.interceptors.bridge;

import java.io.FileDescriptor;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import org.ftmpj.interceptors.bridge.value.DelegatingFileWriter;

/**
 * A writer on the descriptor of standard output or error that writes to the rank's output. Any
 * thread.
 */
final class StandardWriter extends DelegatingFileWriter {
  StandardWriter(OutputStream to) {
    super(new FileDescriptor(), new OutputStreamWriter(to));
  }
}
