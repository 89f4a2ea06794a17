import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { isExpectedError } from '#api/expected-error.ts'
import type { User } from '#contract/objects/user.ts'
import { wasLanguageSwitched } from '#i18n/i18n.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { closePrompt, showPrompt } from '#ui/feedback/prompt.ts'
import { toastError, toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { saveProfile } from '../save-profile.ts'
import { readMailLanguageAnswer, saveMailLanguageAnswer } from './mail-language-answer.ts'

const ID = 'mail-language'

/**
 * Asks once per device, after the user has switched the interface language, whether emails and notifications follow.
 * After a yes, later switches change both without asking (decision 054).
 */
export function MailLanguagePrompt({ user }: { user: User }) {
  const { t } = useLingui()
  const language = useLanguage()
  // This chunk loads late: the language may have been switched before.
  const before = useRef(wasLanguageSwitched() ? null : language)
  const saving = useRef<Promise<void>>(Promise.resolve())
  const { id, profile } = user
  const text = t`Shall emails and notifications come in this language too?`
  const yes = t`Yes`
  const no = t`No, thanks`
  const done = t`Emails and notifications now come in this language.`
  const failed = t`The language of emails could not be changed. You can change it in your account.`

  useEffect(() => {
    if (before.current === language) return
    before.current = language
    closePrompt(ID)
    const answer = (follows: boolean) => saveMailLanguageAnswer(id, follows).catch(reportError)
    const decline = () => void answer(false)
    const save = async (said?: string) => {
      try {
        await saveProfile({ language })
        if (said) toastSuccess(said)
      } catch (error) {
        if (isExpectedError(error)) toastError(failed)
        else toastFailure(error)
      }
    }
    // One request after another: of two quick switches the later one wins.
    const follow = (said?: string) => {
      saving.current = saving.current.then(() => save(said))
    }
    const accept = () => {
      void answer(true)
      follow(done)
    }
    readMailLanguageAnswer(id)
      .then((follows) => {
        if (follows === true) return follow()
        // Nothing is asked after a no, after another switch, or when the emails already use the language.
        if (follows === false || before.current !== language || profile.language === language) return
        showPrompt({
          id: ID,
          text,
          actions: [
            { label: no, onSelect: decline },
            { label: yes, onSelect: accept, primary: true },
          ],
        })
      })
      .catch(reportError)
  }, [language, id, profile.language, text, yes, no, done, failed])
  useEffect(() => () => closePrompt(ID), [])
  return null
}
