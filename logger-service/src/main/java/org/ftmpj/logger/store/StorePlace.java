package org.ftmpj.logger.store;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The places of an event logger's files: {@code job-NAME/RANK}, with the name URL-encoded. */
public final class StorePlace {
  private static final String JOB = "job-";

  private StorePlace() {}

  /**
   * The store of one rank.
   *
   * @param directory of the event logger
   */
  public static Path of(Path directory, String job, int rank) {
    return of(directory, job).resolve(Integer.toString(rank));
  }

  /** The directory of one job. */
  public static Path of(Path directory, String job) {
    return directory.resolve(JOB + URLEncoder.encode(job, StandardCharsets.UTF_8));
  }

  /** The directory of the agreement of a job's loggers. */
  public static Path ofAgreement(Path directory, String job) {
    return of(directory, job).resolve("agreement");
  }

  /** The job of a directory of {@link #of(Path, String)}. */
  public static String job(Path ofJob) {
    String name = ofJob.getFileName().toString().substring(JOB.length());
    return URLDecoder.decode(name, StandardCharsets.UTF_8);
  }
}
