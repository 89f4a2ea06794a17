import { Trans } from '@lingui/react/macro'
import type { User } from '#contract/objects/user.ts'
import { useAction } from '#data/use-action.ts'
import { languageNames, languages } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Choice } from '#ui/input/radio-group.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { saveProfile } from '../save-profile.ts'
import { saveMailLanguageAnswer } from './mail-language-answer.ts'

/** Chooses the language of the user's emails; shown on the account page and in the settings. */
export function MailLanguageChoice() {
  const user = useSession()?.user
  return user === undefined ? null : <Languages user={user} />
}

function Languages({ user }: { user: User }) {
  const shown = useLanguage()
  const save = useAction(async (language: User['profile']['language']) => {
    await saveProfile({ language })
    // A user who chose two different languages is not asked again, and later language switches do not change it.
    if (language !== shown) await saveMailLanguageAnswer(user.id, false)
  })
  return (
    <div>
      <Choice
        label={<Trans>Language of emails and notifications</Trans>}
        description={
          <Trans>
            The reasons of scores are written in it too, and answers when the question does not show its own.
          </Trans>
        }
        value={user.profile.language}
        onChange={(language) => save.run(language)}
        options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
        disabled={save.pending}
      />
      <Failure>{save.failure}</Failure>
    </div>
  )
}
