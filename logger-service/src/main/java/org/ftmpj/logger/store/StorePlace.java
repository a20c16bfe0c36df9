package org.ftmpj.logger.store;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Where an event logger keeps what: {@code job-NAME/RANK}, the name URL-encoded. */
public final class StorePlace {
  private StorePlace() {}

  /**
   * The store of one rank.
   *
   * @param directory of the event logger
   */
  public static Path of(Path directory, String job, int rank) {
    return directory
        .resolve("job-" + URLEncoder.encode(job, StandardCharsets.UTF_8))
        .resolve(Integer.toString(rank));
  }
}
