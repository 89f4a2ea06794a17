import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Message } from '#contract/objects/chat.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import { ScoreChange } from '../../scores/score-change.tsx'
import styles from './compare-versions.module.css'
import { VersionPager } from './version-pager.tsx'

export interface CompareVersionsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Oldest first; at least two. */
  versions: readonly Message[]
  /** The index of the version that was open. */
  at: number
}

/** Shows two versions of an answer side by side; stacked on a phone. */
export function CompareVersions({ open, onOpenChange, ...versions }: CompareVersionsProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="xl" title={<Trans>Compare versions</Trans>}>
      {open ? <Columns {...versions} /> : null}
    </Dialog>
  )
}

function Columns({ versions, at }: Pick<CompareVersionsProps, 'versions' | 'at'>) {
  const { t } = useLingui()
  const { show_scores } = useChatProfile()
  const later = at === 0 ? 1 : at
  const [shown, setShown] = useState<[number, number]>([later - 1, later])
  const [left, right] = [versions[shown[0]], versions[shown[1]]]
  const change = (side: 0 | 1, to: number) => setShown(side === 0 ? [to, shown[1]] : [shown[0], to])
  return (
    <>
      {show_scores ? <ScoreChange before={left?.scores ?? null} after={right?.scores ?? null} /> : null}
      <div className={styles.columns}>
        {([0, 1] as const).map((side) => {
          const message = versions[shown[side]]
          return (
            <section key={side} className={styles.column} aria-label={side === 0 ? t`One version` : t`Other version`}>
              <div className={styles.pager}>
                <VersionPager
                  label={side === 0 ? t`Choose one version` : t`Choose the other version`}
                  at={shown[side]}
                  count={versions.length}
                  onChange={(to) => change(side, to)}
                />
              </div>
              <Markdown text={message?.content ?? ''} sources={message?.sources} />
            </section>
          )
        })}
      </div>
    </>
  )
}
