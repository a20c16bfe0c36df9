package org.ftmpj.common.error;

/**
 * The exception with which FTMPJ stops. On the path of a message it stops the rank (protocol rule
 * FAIL_STOP: fail stop, loudly), and is never swallowed.
 */
public class FtmpjException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The beginning of the JDK's message for a refused thread. */
  private static final String NO_THREAD = "unable to create native thread";

  private final ErrorCode code;
  private final String what;

  /**
   * An error.
   *
   * @param what the error and its place, with the expected and the actual values; one sentence
   *     without a full stop
   */
  public FtmpjException(ErrorCode code, String what) {
    this(code, what, null);
  }

  public FtmpjException(ErrorCode code, String what, Throwable cause) {
    super(code + ": " + sentence(what) + " " + code.nextStep(), cause);
    this.code = code;
    this.what = what;
  }

  /**
   * An exception for an unforeseen error: a defect, unless the system has refused a thread.
   *
   * @param doing the failed action, with a colon; may be empty
   * @param doing what has failed, with a colon; may be empty
   */
  public static FtmpjException unexpected(String doing, Throwable e) {
    if (e instanceof FtmpjException coded) {
      return coded;
    }
    return e instanceof OutOfMemoryError && String.valueOf(e.getMessage()).startsWith(NO_THREAD)
        ? new FtmpjException(ErrorCode.NO_THREADS, doing + "no more threads can be started", e)
        : new FtmpjException(ErrorCode.INTERNAL, doing + e, e);
  }

  private static String sentence(String what) {
    return what.endsWith("?") || what.endsWith(".") ? what : what + ".";
  }

  public ErrorCode code() {
    return code;
  }

  /** The message without the code and the next step. */
  public String what() {
    return what;
  }
}
