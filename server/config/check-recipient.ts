import { ConfigError } from './config.ts'
import { RECIPIENT_PROBLEM } from './config-schema.ts'

/**
 * Checks more than the form of BACKUP_RECIPIENT: a public key with a wrong letter has another checksum, and nothing can
 * be encrypted for it. Loads age only where the setting is given, because that takes a tenth of a second. Throws
 * ConfigError.
 */
export async function checkRecipient(recipient: string | null): Promise<void> {
  if (recipient === null) return
  const { Encrypter } = await import('age-encryption')
  try {
    new Encrypter().addRecipient(recipient)
  } catch (error) {
    throw new ConfigError([`BACKUP_RECIPIENT ${RECIPIENT_PROBLEM}`], { cause: error })
  }
}
