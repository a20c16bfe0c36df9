package org.ftmpj.samples.nas.cfd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayersTest {
  private static final int POINTS = 9;
  private static final int CUT = 5;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldPutTheLastLayersOfABlockAroundTheNextOne(int axis) {
    Block lower = block(axis, 0, CUT);
    Block upper = block(axis, CUT, POINTS - CUT);
    double[] buffer = new double[Block.LAYERS * Gas.VARIABLES * POINTS * POINTS + 1];
    int end = Layers.take(lower, numbered(lower), axis, CUT - Block.LAYERS, buffer, 1);
    double[] field = numbered(upper);

    assertThat(Layers.put(upper, field, axis, -Block.LAYERS, buffer, 1)).isEqualTo(end);

    assertThat(end).isEqualTo(buffer.length);
    int stride = upper.axis(axis).stride();
    upper.forEach(
        (i, j, k) -> {
          int at = upper.at(i, j, k);
          for (int layer = 0; layer <= Block.LAYERS; layer++) {
            assertThat(field[at - layer * stride]).isEqualTo(number(upper, axis, layer, i, j, k));
          }
        });
  }

  private static Block block(int axis, int start, int length) {
    int[] first = {0, 0, 0};
    int[] own = {POINTS, POINTS, POINTS};
    first[axis] = start;
    own[axis] = length;
    return new Block(POINTS, first, own, 3);
  }

  /** A field that has its number at each point of a block, and nothing around. */
  private static double[] numbered(Block block) {
    double[] field = block.field();
    block.forEach((i, j, k) -> field[block.at(i, j, k)] = number(block, 0, 0, i, j, k));
    return field;
  }

  /** Of the point that is so many points before another. */
  private static double number(Block block, int axis, int before, int... point) {
    int number = 0;
    for (Axis each : block.axes()) {
      int place = each.first() + point[each.number()] - (each.number() == axis ? before : 0);
      number = POINTS * number + place;
    }
    return number + 1;
  }
}
