package org.ftmpj.interceptors.bridge.value;

/**
 * A class of the program whose hash code was that of identity. It is made to implement this, with a
 * field, and to ask {@link IdentityHashes#identity} for its hash code.
 */
public interface Identified {

  /** Its number; 0 if it has none yet. */
  int ftmpjIdentity();

  /** Gives it its number. */
  void ftmpjIdentity(int number);
}
