import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listClientErrors } from '#contract/endpoints/client-errors.ts'
import type { ClientErrorCount } from '#contract/objects/client-error.ts'
import { queryClient } from '#data/query-client.ts'
import { formatNumber } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { cx } from '#ui/cx.ts'
import { ScrollRegion } from '#ui/layout/scroll-region.tsx'
import styles from './client-errors.module.css'
import metricStyles from './metrics.module.css'

const clientErrorsQuery = queryOptions({
  queryKey: ['admin', 'client-errors'],
  queryFn: ({ signal }) => api.call(listClientErrors, { signal }),
})

/** Shows the number of browser errors of the last seven days; renders nothing without errors. */
export function ClientErrors() {
  const { t } = useLingui()
  const language = useLanguage()
  const { data } = useQuery(clientErrorsQuery, queryClient)
  if (data === undefined || !data.enabled || data.results.length === 0) return null
  const total = formatNumber(
    data.results.reduce((sum, { count }) => sum + count, 0),
    language,
  )
  return (
    <details className={cx(metricStyles.details, styles.section)}>
      <summary>
        <Trans>Errors in browsers, last 7 days: {total}</Trans>
      </summary>
      <p className={styles.note}>
        <Trans>Counts only. Browsers send no text and nothing that names a person.</Trans>
      </p>
      <ScrollRegion label={t`Errors in browsers`} className={metricStyles.scroll}>
        <table className={cx(metricStyles.table, styles.errors)}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Error</Trans>
              </th>
              <th scope="col">
                <Trans>Count</Trans>
              </th>
              <th scope="col">
                <Trans>Screen</Trans>
              </th>
              <th scope="col">
                <Trans>Browser engine</Trans>
              </th>
              <th scope="col">
                <Trans>Build</Trans>
              </th>
              <th scope="col">
                <Trans>Last day</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.results.map((error) => (
              <ErrorRow key={Object.values(error).join(' ')} error={error} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}

function ErrorRow({ error: { source, code, build, engine, route, count, last_day } }: { error: ClientErrorCount }) {
  const language = useLanguage()
  return (
    <tr>
      <th scope="row">
        <code>{code}</code> <SourceName source={source} />
      </th>
      <td>{formatNumber(count, language)}</td>
      <td>
        <code>{route}</code>
      </td>
      <td>{engine}</td>
      <td>
        <code>{build}</code>
      </td>
      {/* At noon UTC, because midnight UTC is the previous day in the west. */}
      <td>{formatDate(`${last_day}T12:00:00`, language)}</td>
    </tr>
  )
}

function SourceName({ source }: Pick<ClientErrorCount, 'source'>) {
  if (source === 'worker') return <Trans>in the service worker</Trans>
  if (source === 'csp') return <Trans>refused by the security policy</Trans>
  return null
}
