package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LabelNode;

/**
 * Sites of a method at which frames have the same shape: they share the code that captures a frame
 * and the code that restores it, so that the method does not grow too long to be compiled.
 */
final class SiteGroup {

  /** The common part of the sites. */
  record Shape(
      boolean isMessage,
      List<Object> locals,
      List<Boolean> isLive,
      List<Object> saved,
      List<Integer> monitors) {

    static Shape of(Site site) {
      return new Shape(
          site.isMessage(), site.locals(), site.isLive(), site.saved(), site.monitors());
    }

    // Written by hand: the first call of a record's own makes the virtual machine generate code, at
    // every start of a rank.

    @Override
    public boolean equals(Object other) {
      return other instanceof Shape that
          && isMessage == that.isMessage
          && locals.equals(that.locals)
          && isLive.equals(that.isLive)
          && saved.equals(that.saved)
          && monitors.equals(that.monitors);
    }

    @Override
    public int hashCode() {
      return (locals.hashCode() * 31 + isLive.hashCode()) * 31 + saved.hashCode();
    }
  }

  /**
   * A local variable that is captured.
   *
   * @param type as frames have it
   */
  record Variable(int index, Object type) {}

  private final LabelNode capture = new LabelNode();
  private final LabelNode restore = new LabelNode();
  private final List<Site> sites = new ArrayList<>();
  private final List<Variable> captured = new ArrayList<>();
  private final List<Variable> unread = new ArrayList<>();
  private final List<Variable> saved = new ArrayList<>();
  private final Shape shape;

  /**
   * @param isStatic whether the method has no {@code this}, which is captured separately
   * @param firstFree the first variable that the method does not use
   */
  private SiteGroup(Shape shape, boolean isStatic, int firstFree) {
    this.shape = shape;
    for (int i = isStatic ? 0 : 1; i < shape.locals().size(); i++) {
      Object type = shape.locals().get(i);
      if (type != Opcodes.TOP) {
        boolean isCaptured = shape.isLive().get(i) && type != Opcodes.NULL;
        (isCaptured ? captured : unread).add(new Variable(i, type));
      }
      i += Values.isWide(type) ? 1 : 0;
    }
    int next = firstFree;
    for (Object type : shape.saved()) {
      saved.add(new Variable(next, type));
      next += Values.size(type);
    }
    for (Variable variable : saved) {
      (variable.type() == Opcodes.NULL ? unread : captured).add(variable);
    }
  }

  /** Adds a site to the group of its shape. */
  static SiteGroup add(Site site, boolean isStatic, int firstFree, Map<Shape, SiteGroup> groups) {
    SiteGroup group =
        groups.computeIfAbsent(Shape.of(site), shape -> new SiteGroup(shape, isStatic, firstFree));
    group.sites.add(site);
    return group;
  }

  Shape shape() {
    return shape;
  }

  /** The code that captures a frame; the site's number is on the stack. */
  LabelNode capture() {
    return capture;
  }

  /** The code that restores a frame. */
  LabelNode restore() {
    return restore;
  }

  List<Site> sites() {
    return sites;
  }

  /** Restores live variables, then the saved stack. */
  List<Variable> captured() {
    return captured;
  }

  /** Initializes variables whose value nothing reads, or is null. */
  List<Variable> unread() {
    return unread;
  }

  /** The variables that hold the stack while it is captured, the top last. */
  List<Variable> saved() {
    return saved;
  }

  /** The local variables of a site, and the values saved from the stack. */
  List<Object> localsWithSaved() {
    return with(shape.locals(), saved);
  }

  /** The local variables that are captured, and {@code this}. */
  List<Object> localsCaptured(boolean isStatic) {
    return with(isStatic ? List.of() : shape.locals().subList(0, 1), captured);
  }

  private static List<Object> with(List<Object> locals, List<Variable> more) {
    List<Object> all = new ArrayList<>(locals);
    for (Variable variable : more) {
      while (all.size() < variable.index()) {
        all.add(Opcodes.TOP);
      }
      all.add(variable.type());
      if (Values.isWide(variable.type())) {
        all.add(Opcodes.TOP);
      }
    }
    return all;
  }
}
