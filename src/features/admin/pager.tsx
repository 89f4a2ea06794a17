import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/icons.tsx'
import styles from './pager.module.css'

/**
 * The buttons stay focusable where there is no page to go to, because one that is disabled by its own click loses the
 * focus. Renders nothing when all fits on one page. A page after the last one leads back to it.
 */
export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useLingui()
  if (pages <= 1 && page === 1) return null
  const previous = Math.min(page - 1, pages)
  return (
    <nav aria-label={t`Pages`} className={styles.pager}>
      <Button
        icon={<ChevronLeftIcon size={18} />}
        aria-disabled={page <= 1}
        onClick={() => page > 1 && onPage(previous)}
      >
        <Trans>Previous</Trans>
      </Button>
      <span className={styles.where}>
        <Trans>
          Page {page} of {pages}
        </Trans>
      </span>
      <Button aria-disabled={page >= pages} onClick={() => page < pages && onPage(page + 1)}>
        <Trans>Next</Trans>
        <ChevronRightIcon size={18} />
      </Button>
    </nav>
  )
}
