package org.ftmpj.it.place;

/** What happens to a process at a place. */
interface Fate {
  void strike();

  /** What it does there fails. */
  final class LackOfMemory implements Fate {
    @Override
    public void strike() {
      throw new OutOfMemoryError("planted by the place agent");
    }
  }
}
