import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '#ui/icons/icons.tsx'
import { reasoningQuery } from './get-reasoning.ts'
import styles from './messages.module.css'

/** What the model thought before it answered: folded, and fetched only when a person asks for it. */
export function Reasoning({ message, known, streaming }: { message: string; known: string; streaming: boolean }) {
  const [open, setOpen] = useState(false)
  const Icon = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <div>
      <Button
        size="s"
        variant="quiet"
        className={styles.fold}
        icon={<Icon size={16} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? <Trans>Hide reasoning</Trans> : <Trans>Show reasoning</Trans>}
      </Button>
      {open ? (
        <div className={styles.reasoning} dir="auto">
          {streaming ? known : <FetchedReasoning message={message} known={known} />}
        </div>
      ) : null}
    </div>
  )
}

function FetchedReasoning({ message, known }: { message: string; known: string }) {
  const language = useLanguage()
  const { data, error } = useQuery(reasoningQuery(message))
  if (data) return data.reasoning
  if (known !== '') return known
  return error ? describeFailure(error, language) : <Trans>Loading</Trans>
}
