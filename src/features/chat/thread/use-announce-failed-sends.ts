import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { describeError } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import type { Row } from './rows/build-rows.ts'

/** Announces to screen readers a question that fails while its chat is open, but not earlier failures. */
export function useAnnounceFailedSends(rows: readonly Row[]): void {
  const onTheirWay = useRef(new Set<string>())
  useEffect(() => {
    for (const row of rows) {
      if (row.kind !== 'question') continue
      if (row.send.kind === 'failed' && onTheirWay.current.delete(row.key)) {
        const { code, reason } = row.send
        const text = (code === null ? null : describeError(code, currentLanguage())) ?? reason ?? ''
        announce(`${t`Not sent`}. ${text}`, 'assertive')
      } else if (row.send.kind !== 'sent' && row.send.kind !== 'failed') onTheirWay.current.add(row.key)
    }
  }, [rows])
}
