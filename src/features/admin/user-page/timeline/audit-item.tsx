import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import { queryClient } from '#data/query-client.ts'
import { formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { codesQuery } from '../../codes/list-codes.ts'
import { allPlansQuery } from '../../plans/list-all-plans.ts'
import userStyles from '../user-page.module.css'
import { actorTexts, auditTexts } from './audit-messages.ts'
import { describeDetail, type NamesOfDetail } from './describe-detail.ts'

type AuditItemProps = {
  entry: AuditEntry
  /** The user on whose page the entry is shown, whose name is left out; elsewhere names lead to their pages. */
  of?: number
}

export function AuditItem({ entry, of }: AuditItemProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const isOwn = entry.subject_kind === 'user' && entry.subject === String(of)
  const isLinked = of === undefined && entry.subject_kind === 'user' && entry.subject !== null
  const text = auditTexts[entry.action]
  const actor = entry.actor_name ?? i18n._(actorTexts[entry.actor_kind])
  const when = `${formatDate(entry.created_at, language)}, ${formatTime(entry.created_at, language)}`
  const details = describeDetail(entry.detail, i18n, useNames(entry, of)).join(' · ')
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p className={userStyles.name}>
          <span>
            {text ? i18n._(text) : entry.action}
            {entry.subject_name && !isOwn ? (
              <>
                {': '}
                {isLinked ? (
                  <Link to="/admin-panel/users/$id" params={{ id: entry.subject ?? '' }} dir="auto">
                    {entry.subject_name}
                  </Link>
                ) : (
                  <span dir="auto">{entry.subject_name}</span>
                )}
              </>
            ) : null}
          </span>
        </p>
        <p className={userStyles.note}>
          <time dateTime={entry.created_at}>{when}</time> · <Trans>by {actor}</Trans>
          {details ? ` · ${details}` : null}
        </p>
      </div>
    </li>
  )
}

/** On a user's page the subscriptions name their plans, and a name that came later would move what is below it. */
function useNames({ detail }: AuditEntry, of: number | undefined): NamesOfDetail {
  const title = usePlanTitle()
  const has = (key: string) => of === undefined && key in detail
  const codes = useQuery({ ...codesQuery, enabled: has('code') }, queryClient).data
  const plans = useQuery({ ...allPlansQuery, enabled: has('plan') }, queryClient).data
  const code = has('code') ? codes?.find(({ id }) => id === detail.code) : undefined
  const plan = has('plan') ? plans?.find(({ id }) => id === detail.plan) : undefined
  return { code: code?.code, plan: plan && title(plan) }
}
