import type { User } from '#contract/objects/user.ts'
import { ConsentPrompt } from './consents/consent-prompt.tsx'
import { MailLanguagePrompt } from './mail/mail-language-prompt.tsx'

/** The questions to a signed-in user. They are one chunk, because the first load contains the name of each chunk. */
export function AccountPrompts({ user }: { user: User }) {
  return (
    <>
      <ConsentPrompt userId={user.id} />
      <MailLanguagePrompt user={user} />
    </>
  )
}
