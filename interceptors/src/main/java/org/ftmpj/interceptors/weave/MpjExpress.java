package org.ftmpj.interceptors.weave;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.weave.MpjMember.Kind;

/**
 * The MPJ Express that was found, compared with the fingerprint: every member of it that FTMPJ
 * relies on.
 */
final class MpjExpress {
  /** Generated from our class files; a test of this module keeps it up to date. */
  static final String FINGERPRINT = "fingerprint.txt";

  private final ClassLoader loader;
  private final Map<String, MpjClass> classes = new HashMap<>();

  private MpjExpress(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * @throws FtmpjException {@code NO_MPJ_EXPRESS} if there is none, {@code UNKNOWN_MPJ_EXPRESS}
   *     with all differences if it has another shape
   */
  static void check(ClassLoader loader) {
    new MpjExpress(loader).check(fingerprint());
  }

  // Loops, here and below: at every start of a rank, streams would cost more than the work.
  private void check(Set<MpjMember> fingerprint) {
    if (read("mpi/MPI") == null) {
      throw new FtmpjException(
          ErrorCode.NO_MPJ_EXPRESS, "the class mpi.MPI of MPJ Express is not on the class path");
    }
    List<String> differences = new ArrayList<>();
    Set<String> implemented = new TreeSet<>();
    for (MpjMember member : fingerprint) {
      if (!has(member.owner(), member)) {
        differences.add("missing " + member);
      }
      if (member.kind() == Kind.ABSTRACT_METHOD) {
        implemented.add(member.owner());
      }
    }
    for (String owner : implemented) {
      addUnknownAbstractMethods(owner, fingerprint, differences);
    }
    if (!differences.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.UNKNOWN_MPJ_EXPRESS,
          "the MPJ Express found (%s) differs from the one known: %s"
              .formatted(loader.getResource("mpi/MPI.class"), String.join("; ", differences)));
    }
  }

  private void addUnknownAbstractMethods(
      String owner, Set<MpjMember> fingerprint, List<String> differences) {
    MpjClass found = read(owner);
    if (found == null) {
      return;
    }
    for (MpjMember member : found.members()) {
      if (member.kind() == Kind.ABSTRACT_METHOD && !fingerprint.contains(member)) {
        differences.add("additional " + member);
      }
    }
  }

  /** Whether that class or a supertype declares the member. */
  private boolean has(String owner, MpjMember member) {
    MpjClass found = read(owner);
    if (found == null) {
      return false;
    }
    MpjMember here = new MpjMember(owner, member.kind(), member.name(), member.descriptor());
    if (found.members().contains(here)) {
      return true;
    }
    for (String supertype : found.supertypes()) {
      if (has(supertype, member)) {
        return true;
      }
    }
    return false;
  }

  /** The class of that name; null if there is none. */
  private MpjClass read(String name) {
    MpjClass known = classes.get(name);
    if (known != null) {
      return known;
    }
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      if (in == null) {
        return null;
      }
      MpjClass found = new MpjClass(in.readAllBytes());
      classes.put(name, found);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Set<MpjMember> fingerprint() {
    Set<MpjMember> members = new TreeSet<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                MpjExpress.class.getResourceAsStream(FINGERPRINT), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        members.add(MpjMember.parse(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return members;
  }
}
