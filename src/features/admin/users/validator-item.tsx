import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptValidator, endValidator } from '#contract/endpoints/ratings/validators.ts'
import type { Validator } from '#contract/objects/admin/validator.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { Failure } from '#ui/layout/group.tsx'
import styles from '../admin.module.css'
import list from './users.module.css'

interface ValidatorItemProps {
  validator: Validator
  onChange: () => Promise<void>
}

/** A volunteer, whom the admin accepts, or whose right to rate ends. */
export function ValidatorItem({ validator, onChange }: ValidatorItemProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data: config } = useQuery(configQuery, queryClient)
  const { id, name, email, created_at, state, ratings } = validator
  const isAccepted = state === 'accepted'
  const date = formatDate(created_at, language)
  const [isEnding, setEnding] = useState(false)
  const accept = useAction(async () => {
    await api.call(acceptValidator, { params: { id } })
    await onChange()
    toastSuccess(
      config?.mail ? t`${name} can rate now, and gets a mail` : t`${name} can rate now. This server sends no mail`,
    )
  })
  async function end() {
    await api.call(endValidator, { params: { id } })
    await onChange()
    toastSuccess(t`${name} can no longer rate`)
  }
  return (
    <li className={list.validator}>
      <span dir="auto">{name}</span>
      {/* Encoded, because a mail program reads `?cc=` and `%` of an address as parts of the link. */}
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
      <span className={styles.note}>
        {state === 'accepted' ? <Trans>accepted</Trans> : null}
        {state === 'ended' ? <Trans>ended</Trans> : null}
        {state === 'volunteer' ? <Trans>signed up on {date}</Trans> : null}
        {state === 'volunteer' ? null : (
          <>
            {' · '}
            <Plural value={ratings} _0="no ratings" one="# rating" other="# ratings" />
          </>
        )}
      </span>
      <Button
        size="s"
        pending={accept.pending}
        aria-label={isAccepted ? t`End ${name}` : t`Accept ${name}`}
        onPointerEnter={prefetchDialog}
        // The second click of a double click on Accept only opens the dialog.
        onClick={() => (isAccepted ? setEnding(true) : accept.run())}
      >
        {isAccepted ? <Trans context="validator">End</Trans> : <Trans>Accept</Trans>}
      </Button>
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title={t`End the right of ${name} to rate?`}
        text={
          <Trans>They can no longer rate what others offer. Their ratings stay, and you can accept them again.</Trans>
        }
        confirmLabel={<Trans context="validator">End</Trans>}
        onConfirm={end}
        danger
      />
      <Failure>{accept.failure}</Failure>
    </li>
  )
}
