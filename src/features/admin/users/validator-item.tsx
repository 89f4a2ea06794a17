import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { acceptValidator, endValidator } from '#contract/endpoints/ratings/validators.ts'
import type { Validator } from '#contract/objects/admin/validator.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
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
  const change = useAction(async () => {
    await api.call(isAccepted ? endValidator : acceptValidator, { params: { id } })
    await onChange()
    if (isAccepted) toastSuccess(t`${name} can no longer rate`)
    else
      toastSuccess(
        config?.mail ? t`${name} can rate now, and gets a mail` : t`${name} can rate now. This server sends no mail`,
      )
  })
  return (
    <li className={list.validator}>
      <span dir="auto">{name}</span>
      <a href={`mailto:${email}`}>{email}</a>
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
        pending={change.pending}
        aria-label={isAccepted ? t`End ${name}` : t`Accept ${name}`}
        onClick={() => change.run()}
      >
        {isAccepted ? <Trans context="validator">End</Trans> : <Trans>Accept</Trans>}
      </Button>
      <Failure>{change.failure}</Failure>
    </li>
  )
}
