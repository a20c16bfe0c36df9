package org.ftmpj.interceptors.program;

/**
 * The treatment of a call of the program: a call of a static method of the bridge.
 *
 * @param purpose what it is done for
 * @param how where in the call
 * @param to the method; null if one is added to the class of the program
 */
public record Replacement(Purpose purpose, How how, Call to) {

  /** The place of the bridge's method, and its arguments. */
  public enum How {
    /** Before the call, without arguments. */
    BEFORE(false),
    /** Before the call, with the name of the called method. */
    BEFORE_WITH_NAME(false),
    /** Before the call, with its object; the called method has no arguments. */
    BEFORE_WITH_OBJECT(false),
    /** Before the call, with its object; the called method has one or two arguments. */
    BEFORE_WITH_RECEIVER(false),
    /**
     * Before the call, with the first of at most three arguments, none of which is a long or a
     * double.
     */
    BEFORE_WITH_FIRST_ARGUMENT(false),
    /**
     * Before the call, with the last argument, or the object if there are none; the call gets the
     * result.
     */
    LAST_ARGUMENT(false),
    /** Before the call, with the last two arguments; the call gets the results. */
    LAST_TWO_ARGUMENTS(false),
    /** Instead: what the call is given, the object first. */
    INSTEAD(true),
    /** Instead: a method that is added to the class makes the call within an event. */
    AS_EVENT(true),
    /** Instead: the call, of a static method, with what the method makes of each argument. */
    EACH_ARGUMENT(true),
    /** After the call, with its result; the program gets that of the bridge's method. */
    RESULT(true),
    /** After the call, with its result, which the program gets. */
    AFTER_WITH_RESULT(true),
    /**
     * After the call, with its object and result; the program gets the result of the bridge's
     * method.
     */
    OBJECT_AND_RESULT(true);

    private final boolean makesCall;

    How(boolean makesCall) {
      this.makesCall = makesCall;
    }

    /** Whether it includes the call itself; else the call follows. */
    public boolean makesCall() {
      return makesCall;
    }
  }

  /** The method to call instead of another one. */
  public static Replacement instead(Purpose purpose, Call to) {
    return new Replacement(purpose, How.INSTEAD, to);
  }
}
