import { useLingui } from '@lingui/react/macro'
import { Link, useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { ArrowLeftIcon } from '#ui/icons/icons.tsx'
import styles from './page-bar.module.css'

const CHAT = '/chat'

/** The header of a signed-in user's pages on a phone: the way back and the title. */
export function PageBar() {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const page = useRouterState({
    select: ({ matches }) => matches.findLast(({ staticData }) => staticData.title)?.staticData,
  })
  const href = useRouterState({ select: ({ location }) => location.href })
  const { title, parent = CHAT, backTo } = page ?? {}
  const goBack = (event: MouseEvent) => {
    if (!canGoBack || backTo !== undefined) return
    event.preventDefault()
    router.history.back()
  }
  return (
    <div className={styles.bar}>
      <Link
        to={backTo ?? (href === parent ? CHAT : parent)}
        replace
        className={styles.back}
        aria-label={t`Back`}
        onClick={goBack}
      >
        <ArrowLeftIcon size={22} />
      </Link>
      {/* The page's heading has the same words, so screen readers hear them once. */}
      <span aria-hidden="true" className={styles.title}>
        {title === undefined ? 'Companion' : i18n._(title)}
      </span>
    </div>
  )
}
