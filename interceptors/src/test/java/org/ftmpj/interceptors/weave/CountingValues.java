package org.ftmpj.interceptors.weave;

import java.io.File;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.ftmpj.common.memory.WeakIdentityMap;
import org.ftmpj.interceptors.bridge.value.ChildHooks;
import org.ftmpj.interceptors.bridge.value.FileHooks;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.FileOutcome;
import org.ftmpj.interceptors.bridge.value.IdentityFields;
import org.ftmpj.interceptors.bridge.value.Source;
import org.ftmpj.interceptors.bridge.value.ValueHooks;

/** Numbers are 1, 2, 3; remembers and repeats everything else. */
public class CountingValues implements ValueHooks {
  final List<Source> asked = new ArrayList<>();
  final List<Act> acts = new ArrayList<>();
  final List<String> opened = new ArrayList<>();
  int reads;
  int writes;
  int closes;
  final List<byte[]> data = new ArrayList<>();

  /** Objects that were given a hash code. */
  final WeakIdentityMap<Object, Boolean> hashed = new WeakIdentityMap<>();

  private final RandomGenerator generator = new SplittableRandom(4711);
  private int repeated;
  private long numbers;
  private int identities;

  /** From now on repeats the data that it has passed on so far. */
  public void repeat() {
    repeated = data.size();
  }

  @Override
  public long number(Source source, LongSupplier actual) {
    asked.add(source);
    return ++numbers;
  }

  @Override
  public byte[] data(Source source, Supplier<byte[]> actual) {
    asked.add(source);
    if (repeated > 0) {
      return data.get(data.size() - repeated--);
    }
    data.add(actual.get());
    return data.get(data.size() - 1);
  }

  @Override
  public RandomGenerator generator() {
    asked.add(Source.SEED);
    return generator;
  }

  @Override
  public ThreadLocalRandom threadLocalRandom() {
    asked.add(Source.SEED);
    return ThreadLocalRandom.current();
  }

  @Override
  public int nextIdentity() {
    return ++identities;
  }

  @Override
  public IdentityFields identityFields() {
    return new ReflectedFields();
  }

  @Override
  public boolean isWithoutHash(Object object) {
    return hashed.get(object) == null;
  }

  @Override
  public void unrecorded(String what) {
    throw new UnsupportedOperationException(what);
  }

  @Override
  public RuntimeException isGone() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void giveHash(Object object) {
    hashed.put(object, true);
  }

  @Override
  public boolean isRepeating() {
    return false;
  }

  @Override
  public FileHooks files() {
    return new FileHooks() {
      @Override
      public Opening open(Act act, File file, Supplier<byte[]> effect) {
        acts.add(act);
        return new Opening(effect.get(), null, watcher);
      }

      @Override
      public boolean isKnown(File file) {
        return true;
      }

      @Override
      public byte[] found(File file) {
        return FileOutcome.DONE;
      }

      @Override
      public Reading reading(File file, byte[] found, boolean again) {
        opened.add(file.getName());
        return new Reading(file, watcher);
      }

      @Override
      public File scratch() {
        throw new UnsupportedOperationException();
      }

      @Override
      public File names() {
        return new File(System.getProperty("java.io.tmpdir"));
      }

      @Override
      public File temporaries(boolean ofPaths) {
        return names();
      }

      @Override
      public byte[] change(Act act, File file, File to, Supplier<byte[]> effect) {
        acts.add(act);
        return changed(file, effect);
      }
    };
  }

  /** How a change comes out. */
  protected byte[] changed(File file, Supplier<byte[]> effect) {
    return effect.get();
  }

  @Override
  public ChildHooks children() {
    return new ChildHooks() {
      @Override
      public boolean isRecorded() {
        return false;
      }

      @Override
      public void commit() {
        throw new IllegalStateException("not recorded");
      }

      @Override
      public boolean storesInput() {
        return false;
      }

      @Override
      public void repeats(String what) {
        throw new IllegalStateException(what);
      }

      @Override
      public void removeAgain(String file) {
        throw new IllegalStateException(file);
      }

      @Override
      public RuntimeException differs(String what) {
        return new IllegalStateException(what);
      }

      @Override
      public RuntimeException isNotRepeated(String what, Exception why) {
        return new IllegalStateException(what, why);
      }
    };
  }

  private final FileHooks.Watcher watcher =
      new FileHooks.Watcher() {
        @Override
        public void opened(Object with) {}

        @Override
        public void reading() {
          reads++;
        }

        @Override
        public boolean writing(ByteBuffer bytes) {
          writes++;
          return true;
        }

        @Override
        public long locked(long position, long size, boolean shared) {
          return 1;
        }

        @Override
        public boolean isLocked(long order) {
          return true;
        }

        @Override
        public void unlocking(long order) {}

        @Override
        public void at(long position) {}

        @Override
        public boolean changing(char what, long number) {
          writes++;
          return true;
        }

        @Override
        public void written() {}

        @Override
        public void mapping(long position, long size, boolean again) {}

        @Override
        public void closing() {}

        @Override
        public void closed() {
          closes++;
        }
      };
}
