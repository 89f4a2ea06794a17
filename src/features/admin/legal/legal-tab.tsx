import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LegalDocument, LegalEntry } from '#contract/objects/legal/legal-text.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import styles from '../admin.module.css'
import editorStyles from '../editor.module.css'
import { useHandleRefusal } from '../handle-refusal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { documentNames } from './document-names.ts'
import own from './legal.module.css'
import { LegalEditor } from './legal-editor.tsx'
import { legalQuery } from './legal-query.ts'

/** Terms, privacy policy and imprint: which are still drafts, and the editor of each. */
export function LegalTab() {
  const { t } = useLingui()
  const texts = useQuery(legalQuery, queryClient)
  useHandleRefusal(texts.error)
  const config = useQuery(configQuery, queryClient)
  const [opened, setOpened] = useState<LegalDocument | null>(null)
  const entry = texts.data?.find(({ document }) => document === opened)
  if (entry !== undefined) return <LegalEditor entry={entry} onClose={() => setOpened(null)} />
  const drafts = texts.data?.filter(({ versions }) => versions.length === 0) ?? []
  return (
    <>
      <div className={styles.head}>
        <h2>
          <Trans>Legal texts</Trans>
        </h2>
      </div>
      {drafts.length > 0 ? (
        <p className={editorStyles.lack}>
          <Trans>
            What is marked as a draft has not been published by you. The texts that Companion ships are no legal advice:
            check them, change them and publish them. The imprint also shows OPERATOR_NAME, OPERATOR_ADDRESS and
            OPERATOR_EMAIL.
          </Trans>
        </p>
      ) : null}
      {config.data?.care_card === true ? (
        <p className={editorStyles.lack}>
          <Trans>
            People who write of harming themselves are shown lines to call. Nobody has compared the numbers that
            Companion ships with their sources: check those of your countries before others use this server.
          </Trans>
        </p>
      ) : null}
      {texts.data === undefined && texts.isError ? (
        <LoadFailed error={texts.error} onRetry={() => void texts.refetch()} />
      ) : null}
      <ul aria-label={t`Legal texts`}>
        {texts.data?.map((one) => (
          <LegalItem key={one.document} entry={one} onOpen={() => setOpened(one.document)} />
        ))}
      </ul>
    </>
  )
}

function LegalItem({ entry: { document, versions, revision }, onOpen }: { entry: LegalEntry; onOpen: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const [newest] = versions
  const name = t(documentNames[document])
  return (
    <li className={own.item}>
      <div>
        <h3>{name}</h3>
        <p className={editorStyles.state}>
          {newest === undefined ? (
            <Badge>
              <Trans>Draft</Trans>
            </Badge>
          ) : (
            <Trans>
              Version {newest.version}, published on {formatDate(newest.published_at, language)}
            </Trans>
          )}
          {revision > 0 ? (
            <>
              {' '}
              <Trans>You have unpublished changes.</Trans>
            </>
          ) : null}
        </p>
      </div>
      <div className={editorStyles.buttons}>
        <a href={`/legal/${document}?lang=${language}`} target="_blank" rel="noopener">
          <Trans>Open the page</Trans>
        </a>
        <Button size="s" onClick={onOpen}>
          <Trans>Edit</Trans>
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  )
}
