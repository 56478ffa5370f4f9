/// The version of the programs and of their package.
package enum ProgramVersion {
  package static let present = "0.1.0"
}
