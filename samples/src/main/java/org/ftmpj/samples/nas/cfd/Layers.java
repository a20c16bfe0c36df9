package org.ftmpj.samples.nas.cfd;

/** As many layers of a block's points, across an axis, as there are around it. */
public final class Layers {
  private Layers() {}

  /**
   * Takes them out of a field.
   *
   * @param first number of the first layer along the axis
   * @param buffer what they are put into
   * @param at where
   * @return where they end
   */
  public static int take(
      Block block, double[] field, int axis, int first, double[] buffer, int at) {
    return move(block, field, axis, first, buffer, at, false);
  }

  /**
   * Puts them into a field.
   *
   * @param first number of the first layer along the axis
   * @param buffer with what {@link #take} has taken
   * @param at where they begin
   * @return where they end
   */
  public static int put(Block block, double[] field, int axis, int first, double[] buffer, int at) {
    return move(block, field, axis, first, buffer, at, true);
  }

  private static int move(
      Block block, double[] field, int axis, int first, double[] buffer, int at, boolean in) {
    Axis along = block.axis(axis);
    Axis inner = block.axis(axis == 0 ? 1 : 0);
    Axis outer = block.axis(axis == 2 ? 1 : 2);
    int count = at;
    for (int k = 0; k < outer.own(); k++) {
      for (int j = 0; j < inner.own(); j++) {
        int line = block.at(0, 0, 0) + k * outer.stride() + j * inner.stride();
        for (int i = first; i < first + Block.LAYERS; i++) {
          int place = line + i * along.stride();
          System.arraycopy(
              in ? buffer : field,
              in ? count : place,
              in ? field : buffer,
              in ? place : count,
              Gas.VARIABLES);
          count += Gas.VARIABLES;
        }
      }
    }
    return count;
  }
}
