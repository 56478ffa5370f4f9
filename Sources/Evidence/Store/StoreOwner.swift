import Core
import Glibc
import System

/// The user who has a store, as whom root acts on it: what is made there is that user's then.
package struct StoreOwner {
  private let directory: String
  /// Nil where this process is not root's, or the folder is: then nothing changes.
  private let rights: (user: uid_t, group: gid_t)?

  /// The owner of the store in `directory`.
  package init(of directory: String) {
    self.directory = directory
    var facts = stat()
    let isOthers = geteuid() == 0 && stat(directory, &facts) == 0 && facts.st_uid != 0
    rights = isOthers ? (facts.st_uid, facts.st_gid) : nil
  }

  /// Takes that user's rights; `giveUp` has to follow, also where this fails.
  package func become() throws(Failure) {
    guard let rights else { return }
    // The group first: a plain user can't change it.
    guard setegid(rights.group) == 0, seteuid(rights.user) == 0 else {
      throw Failure(SystemError(errnoOf: "seteuid"), at: directory)
    }
  }

  /// Takes root's rights again.
  package func giveUp() {
    guard rights != nil else { return }
    seteuid(0)
    setegid(0)
  }
}
