import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AuditChain } from '#contract/objects/admin/audit.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useHandleRefusal } from '../handle-refusal.ts'
import { Moment } from '../user-page/timeline/moment.tsx'
import styles from './audit.module.css'
import { chainQuery } from './audit-query.ts'

/** Says how far the audit log is as it was written. */
export function ChainState() {
  const language = useLanguage()
  const chain = useQuery(chainQuery, queryClient)
  useHandleRefusal(chain.error)
  const { data } = chain
  return (
    <section className={styles.chain} data-broken={data?.broken && !chain.isError ? '' : undefined}>
      {chain.isError ? (
        // An earlier result does not stand for a check that has failed, nor while the check is repeated.
        <div role="alert">
          <p className={styles.state}>{describeFailure(chain.error, language)}</p>
        </div>
      ) : (
        <div role="status">{data === undefined ? <Skeleton width="60%" /> : <Result chain={data} />}</div>
      )}
      {chain.isFetched ? (
        <Button size="s" pending={chain.isFetching} onClick={() => void chain.refetch()}>
          <Trans>Check again</Trans>
        </Button>
      ) : null}
    </section>
  )
}

function Result({ chain: { last, broken, checked } }: { chain: AuditChain }) {
  const at = last === null ? null : <Moment at={last.at} />
  return (
    <>
      <p className={styles.state}>
        {broken?.problem === 'missing' ? (
          <Trans>Entry {broken.position} was removed.</Trans>
        ) : broken?.problem === 'changed' ? (
          <Trans>Entry {broken.position} was changed after it was written.</Trans>
        ) : last === null ? (
          <Trans>There is nothing to check yet.</Trans>
        ) : (
          <Trans>No entry was removed or changed.</Trans>
        )}
      </p>
      {last === null ? null : (
        <p className={styles.hash}>
          <Trans>
            Chain intact up to entry {checked} of {at}, with the hash <code>{last.hash}</code>
          </Trans>
        </p>
      )}
    </>
  )
}
