package org.ftmpj.it.program.habits;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import mpi.MPI;

/** A state machine of enums with bodies, in enum maps. */
public final class Automaton {
  enum State {
    IDLE {
      @Override
      State next(int input) {
        return input % 2 == 0 ? BUSY : IDLE;
      }
    },
    BUSY {
      @Override
      State next(int input) {
        return input % 3 == 0 ? DONE : BUSY;
      }
    },
    DONE {
      @Override
      State next(int input) {
        return IDLE;
      }
    };

    abstract State next(int input);
  }

  private Automaton() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    Map<State, Integer> visits = new EnumMap<>(State.class);
    Set<State> seen = EnumSet.noneOf(State.class);
    BitSet history = new BitSet();
    State state = State.IDLE;
    for (int round = 0; round < 80; round++) {
      int[] input = {rank * 7 + round + visits.getOrDefault(state, 0)};
      MPI.COMM_WORLD.Bcast(input, 0, 1, MPI.INT, round % MPI.COMM_WORLD.Size());
      state = state.next(input[0]);
      visits.merge(state, 1, Integer::sum);
      history.set(round, state == State.BUSY);
      switch (state) {
        case IDLE -> seen.remove(State.DONE);
        default -> seen.add(state);
      }
      System.out.println(round + " " + state + " " + visits + seen + history.cardinality());
    }
    MPI.Finalize();
  }
}
