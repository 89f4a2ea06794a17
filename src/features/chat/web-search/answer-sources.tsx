import { Trans } from '@lingui/react/macro'
import type { WebSearchState } from '#contract/stream.ts'
import { GlobeIcon, InfoIcon } from '#ui/icons/icons.tsx'
import { safeHref } from '../markdown/safe-href.ts'
import styles from './web-search.module.css'

/** Under an answer: what is being looked up, the numbered pages it was written from, and why there are none. */
export function AnswerSources({ search: { query, sources, problem } }: { search: WebSearchState }) {
  return (
    <div className={styles.search}>
      {query === null ? null : (
        <p className={styles.sources}>
          <GlobeIcon size={16} />
          <span>
            <Trans>Searching the web for “{query}”</Trans>
          </span>
        </p>
      )}
      {sources.length === 0 ? null : (
        <section>
          <h3 className="visually-hidden">
            <Trans>Sources</Trans>
          </h3>
          <ol className={styles.list}>
            {sources.map(({ n, url, title, site }) => (
              <li key={n} value={n}>
                <span className={styles.number}>[{n}]</span>
                <span className={styles.source} dir="auto">
                  <a href={safeHref(url) ?? undefined} target="_blank" rel="noopener noreferrer nofollow">
                    {title}
                  </a>
                  {/* A page without a title has its site as one. */}
                  {title === site ? null : <span className={styles.site}> {site}</span>}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {problem === null ? null : (
        <p className={styles.sources}>
          <InfoIcon size={16} />
          <Problem code={problem} />
        </p>
      )}
    </div>
  )
}

function Problem({ code }: { code: string }) {
  if (code === 'limit_reached') {
    return <Trans>No web searches are left in this period. The answer goes on without.</Trans>
  }
  if (code === 'nothing_found') return <Trans>The web search found nothing for this.</Trans>
  return <Trans>The web search did not respond. The answer goes on without.</Trans>
}
