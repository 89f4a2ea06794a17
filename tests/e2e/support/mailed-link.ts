import { mailsIn } from '#support/fakes/mail-folder.ts'
import { expect } from '../fixtures.ts'
import type { App } from './app.ts'

/** Returns the newest link of this kind in the emails to an address; waits for the first. */
export async function mailedLink(
  app: App,
  email: string,
  kind: 'auth/reset-password#token' | 'check#verify' | 'check#email',
): Promise<string> {
  const links = async () => {
    const mails = (await mailsIn(app.server.folder)).filter(({ to }) => to?.some(({ address }) => address === email))
    const texts = mails.map(({ text = '' }) => text)
    return texts.flatMap((text) => new RegExp(`https?://\\S+/${kind}=[\\w-]+`).exec(text) ?? [])
  }
  await expect.poll(links).not.toEqual([])
  return (await links()).at(-1) as string
}
