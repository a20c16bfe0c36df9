package org.ftmpj.it.place;

/**
 * Where in the code of a class something is woven in for a {@link Place}, and what.
 *
 * @param type internal name of the class
 * @param methods names of its methods, separated by spaces; all overloads of them
 * @param at where in each of them
 * @param target name of the method called, or of the field written; empty at beginning and end
 * @param nth which of several such, from 1, in the order of the code; 0: each
 * @param action what happens there
 */
record Point(String type, String methods, At at, String target, int nth, Action action) {

  /** Where in a method. */
  enum At {
    BEGIN,
    RETURN,
    BEFORE_CALL,
    AFTER_CALL,
    AFTER_WRITE
  }

  /** What happens at the point. */
  enum Action {
    /** The place is passed. */
    PASS,

    /** The place is passed if it is open: opened, entered more often than left. */
    PASS_IF_OPEN,

    /** The place is open from now on. */
    OPEN,

    /** The place is not open any more. */
    CLOSE,

    /** Opens the place, until it has been left as often as entered. */
    ENTER,

    /** The end of {@link #ENTER}. */
    LEAVE;

    static final Action[] ALL = values();
  }

  private static final String FTMPJ = "org/ftmpj/";
  private static final String DEVICE = FTMPJ + "interceptors/device/FtDevice";

  static Point begin(String type, String methods, Action action) {
    return new Point(type, methods, At.BEGIN, "", 0, action);
  }

  static Point end(String type, String methods, Action action) {
    return new Point(type, methods, At.RETURN, "", 0, action);
  }

  static Point before(String type, String methods, String called, Action action) {
    return new Point(type, methods, At.BEFORE_CALL, called, 0, action);
  }

  static Point after(String type, String methods, String called, Action action) {
    return new Point(type, methods, At.AFTER_CALL, called, 0, action);
  }

  static Point afterWrite(String type, String methods, String field, Action action) {
    return new Point(type, methods, At.AFTER_WRITE, field, 0, action);
  }

  /** The end of every operation that the device does. */
  static Point operation(Action action) {
    return end(DEVICE, "send isend ssend issend recv irecv", action);
  }

  Point only(int which) {
    return new Point(type, methods, at, target, which, action);
  }

  boolean isIn(String method) {
    return (" " + methods + " ").contains(" " + method + " ");
  }
}
