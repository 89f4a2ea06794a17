import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Meter } from '#ui/data-display/meter.tsx'
import { FileIcon } from '#ui/icons/icons.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { BackLink, Subpage } from '#ui/layout/subpage.tsx'
import styles from './import-page.module.css'
import { type Progress, read, restart, stop, store, useImportPhase } from './import-run.ts'
import { ImportCounts, ImportSummary } from './import-summary.tsx'
import type { Stored } from './store-chats.ts'
import { readUnfinishedImport, type Unfinished } from './unfinished-import.ts'

/** Takes over chats from the exports of ChatGPT, Claude and this product. */
export function ImportPage({ userId }: { userId: number }) {
  const phase = useImportPhase()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(phase.name)
  useEffect(() => {
    if (shown.current === phase.name) return
    shown.current = phase.name
    // The focused button has been removed with its step.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [phase.name])
  return (
    <Subpage
      back={
        <BackLink to="/chat">
          <Trans>Chats</Trans>
        </BackLink>
      }
      title={<Trans>Import chats</Trans>}
      headingRef={heading}
    >
      {/* The live region is rendered before its text, so that screen readers announce it. */}
      <div role="status" className={styles.region}>
        {phase.name === 'choose' ? <UnfinishedImport userId={userId} /> : null}
        {phase.name === 'summary' ? <ImportCounts summary={phase.summary} /> : null}
        {phase.name === 'stored' ? <Result stored={phase.stored} isStopped={phase.isStopped} /> : null}
      </div>
      {phase.name === 'choose' ? <Choose userId={userId} failure={phase.failure} /> : null}
      {phase.name === 'reading' ? (
        <Running progress={phase} label={<Trans>Reading the file</Trans>} onStop={restart} />
      ) : null}
      {phase.name === 'summary' ? (
        <>
          <ImportSummary
            summary={phase.summary}
            onStore={(again) => void store(userId, phase.summary, again)}
            onCancel={restart}
          />
          <Failure>{phase.failure}</Failure>
        </>
      ) : null}
      {phase.name === 'storing' ? (
        <Running progress={phase} label={<Trans>Storing the chats</Trans>} onStop={stop}>
          <p className={styles.soft}>
            <Trans>
              You can use Companion meanwhile, but do not close this tab. If the import is interrupted, choose the same
              file again: it goes on where it stopped, and nothing is stored twice.
            </Trans>
          </p>
        </Running>
      ) : null}
      {phase.name === 'stored' ? (
        <div className={styles.tools}>
          <LinkButton to="/chat" variant="primary">
            <Trans>To the chats</Trans>
          </LinkButton>
          <Button onClick={restart}>
            <Trans>Another file</Trans>
          </Button>
        </div>
      ) : null}
    </Subpage>
  )
}

function UnfinishedImport({ userId }: { userId: number }) {
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const stopped = formatNumber(unfinished?.stored ?? 0, useLanguage())
  useEffect(() => {
    let isCurrent = true
    readUnfinishedImport(userId).then((found) => isCurrent && setUnfinished(found), reportError)
    return () => {
      isCurrent = false
    }
  }, [userId])
  if (unfinished === null) return null
  return (
    <p>
      {unfinished.total > 0 ? (
        <Plural
          value={unfinished.total}
          one={`Your last import stopped after ${stopped} of # chat.`}
          other={`Your last import stopped after ${stopped} of # chats.`}
        />
      ) : (
        <Trans>Your last import did not come to its end.</Trans>
      )}{' '}
      <Trans>Choose the same file again: it goes on where it stopped, and nothing is stored twice.</Trans>
    </p>
  )
}

function Choose({ userId, failure }: { userId: number; failure: string }) {
  return (
    <>
      <Instructions />
      <ChooseFile onChoose={(file) => void read(userId, file)} />
      <Failure>{failure}</Failure>
    </>
  )
}

function Instructions() {
  return (
    <>
      <p>
        <Trans>Bring your chats from ChatGPT, from Claude, or from another account of Companion.</Trans>
      </p>
      <ul className={styles.list}>
        <li>
          <Trans>ChatGPT: Settings, Data controls, Export data. A link to a ZIP file comes by email.</Trans>
        </li>
        <li>
          <Trans>Claude: Settings, Privacy, Export data. A link to a ZIP file comes by email.</Trans>
        </li>
        <li>
          <Trans>Companion: the file of “Your data” in your account, or the JSON file of one chat.</Trans>
        </li>
      </ul>
      <p className={styles.soft}>
        <Trans>
          The file is read on this device. You see what is in it before anything is stored. Then the chats are sent to
          the server, like those that you write here.
        </Trans>
      </p>
    </>
  )
}

function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Button variant="primary" icon={<FileIcon size={18} />} onClick={() => input.current?.click()}>
        <Trans>Choose a file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,.zip,application/json,application/zip"
        hidden
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again.
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}

interface RunningProps {
  progress: Progress
  label: ReactNode
  onStop: () => void
  children?: ReactNode
}

function Running({ progress: { done, total, waiting }, label, onStop, children }: RunningProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [read, all] = [formatBytes(done, language), formatBytes(total, language)]
  return (
    <>
      <Meter label={label} text={t`${read} of ${all}`} share={total === 0 ? 0 : Math.min(1, done / total)} />
      <p role="status" className={styles.soft}>
        {waiting === 'network' ? (
          <Trans>The server cannot be reached. The import goes on by itself as soon as it can.</Trans>
        ) : waiting === 'server' ? (
          <Trans>The server cannot answer right now. The import goes on by itself.</Trans>
        ) : null}
      </p>
      {children}
      <div className={styles.tools}>
        <Button onClick={onStop}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </>
  )
}

function Result({ stored: { created, grown, refused, messages }, isStopped }: { stored: Stored; isStopped: boolean }) {
  return (
    <>
      {isStopped ? (
        <p>
          <Trans>Stopped. To go on, choose the same file again.</Trans>
        </p>
      ) : null}
      <p>
        <Plural value={created} one="# chat was imported" other="# chats were imported" />
        {', '}
        <Plural value={messages} one="with # message" other="with # messages" />
      </p>
      {grown > 0 ? (
        <p>
          <Plural value={grown} one="# chat got new messages" other="# chats got new messages" />
        </p>
      ) : null}
      {refused > 0 ? (
        <p>
          <Plural
            value={refused}
            one="# chat could not be stored, because its messages do not belong together"
            other="# chats could not be stored, because their messages do not belong together"
          />
        </p>
      ) : null}
    </>
  )
}
