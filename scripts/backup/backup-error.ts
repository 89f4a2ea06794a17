/** A backup that cannot be made, read or restored; the message says why in one sentence without a full stop. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
