import type { User } from '#contract/objects/user.ts'
import { ConsentPrompt } from './consents/consent-prompt.tsx'
import { MailLanguagePrompt } from './mail/mail-language-prompt.tsx'

/** The questions to a signed-in user. They share a chunk, because each one's name would grow the app's first load. */
export function AccountPrompts({ user }: { user: User }) {
  return (
    <>
      <ConsentPrompt userId={user.id} />
      <MailLanguagePrompt user={user} />
    </>
  )
}
