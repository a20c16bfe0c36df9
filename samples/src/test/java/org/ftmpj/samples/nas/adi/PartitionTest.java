package org.ftmpj.samples.nas.adi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Block;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTest {
  private static final int POINTS = 14;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldGiveEachPointToOneRank(int side) {
    int[] owners = new int[POINTS * POINTS * POINTS];
    for (int rank = 0; rank < side * side; rank++) {
      for (Block block : new Partition(rank, side * side).blocks(POINTS)) {
        block.forEach((i, j, k) -> owners[place(block, i, j, k)]++);
      }
    }
    assertThat(owners).containsOnly(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldGiveEachRankACellOfEachSlab(int side) {
    for (int rank = 0; rank < side * side; rank++) {
      Partition partition = new Partition(rank, side * side);
      for (int axis = 0; axis < 3; axis++) {
        for (int slab = 0; slab < side; slab++) {
          assertThat(partition.slab(partition.cell(slab, axis), axis)).isEqualTo(slab);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldFindTheRankThatHasTheCellBeside(int side) {
    for (int rank = 0; rank < side * side; rank++) {
      Partition partition = new Partition(rank, side * side);
      for (int cell = 0; cell < side; cell++) {
        for (int axis = 0; axis < 3; axis++) {
          for (int direction = -1; direction <= 1; direction += 2) {
            int[] there = coordinates(partition, cell);
            there[axis] += direction;
            boolean exists = there[axis] >= 0 && there[axis] < side;
            assertThat(partition.hasNeighbour(cell, axis, direction)).isEqualTo(exists);
            if (exists) {
              int beside = partition.neighbour(axis, direction);
              assertThat(has(new Partition(beside, side * side), there)).isTrue();
            }
          }
        }
      }
    }
  }

  private static boolean has(Partition partition, int[] coordinates) {
    return IntStream.range(0, partition.cells())
        .mapToObj(cell -> coordinates(partition, cell))
        .anyMatch(own -> Arrays.equals(own, coordinates));
  }

  private static int[] coordinates(Partition partition, int cell) {
    return IntStream.range(0, 3).map(axis -> partition.slab(cell, axis)).toArray();
  }

  private static int place(Block block, int... point) {
    int place = 0;
    for (Axis axis : block.axes()) {
      place = POINTS * place + axis.first() + point[axis.number()];
    }
    return place;
  }
}
