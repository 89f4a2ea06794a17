import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { TestServer } from '../servers/test-server.ts'

/** The mails that a server without SMTP_URL wrote into its data folder, oldest first. */
export async function mailsIn(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name), 'utf8'))))
}

/** The mails to one address, once none is being written. */
export async function mailsOf({ dependencies }: TestServer, email: string): Promise<Email[]> {
  await dependencies.mails.settled()
  const mails = await mailsIn(dependencies.config.dataDir)
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}
