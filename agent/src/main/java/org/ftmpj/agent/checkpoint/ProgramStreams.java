package org.ftmpj.agent.checkpoint;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.checkpoint.image.OpenFiles;

/**
 * Objects of FTMPJ that the program's lead to, and that each process has: what it reads and writes.
 *
 * @param input standard input; empty if this rank has none
 * @param written the files that it writes
 * @param read what it has open to read it
 */
public record ProgramStreams(
    OutputStream output,
    OutputStream error,
    Optional<? extends InputStream> input,
    OpenFiles written,
    Object read) {

  /** Their names in an image. */
  Map<String, Object> byName() {
    Map<String, Object> names = new HashMap<>();
    names.put("standard output", output);
    names.put("standard error", error);
    input.ifPresent(in -> names.put("standard input", in));
    names.put("files", written);
    names.put("read files", read);
    return Map.copyOf(names);
  }
}
