package org.ftmpj.logger.store;

/**
 * What a store says about its rank.
 *
 * @param incarnation the newest that came; 0 if none did
 * @param session the process that this incarnation is
 * @param before number of the last record of the incarnations before it
 * @param last number of the last record; 0 if there is none
 */
public record StoreState(int incarnation, long session, long before, long last) {
  static final StoreState EMPTY = new StoreState(0, 0, 0, 0);

  StoreState fenced(int newIncarnation, long newSession) {
    return new StoreState(newIncarnation, newSession, last, last);
  }

  StoreState appended(long newLast) {
    return new StoreState(incarnation, session, before, newLast);
  }
}
