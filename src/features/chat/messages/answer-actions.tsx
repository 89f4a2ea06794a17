import { useLingui } from '@lingui/react/macro'
import { CopyButton } from '../copy-button.tsx'

/** What can be done with a finished answer; scores, playing and versions come to stand here. */
export function AnswerActions({ text }: { text: string }) {
  const { t } = useLingui()
  return <CopyButton text={text} label={t`Copy answer`} />
}
