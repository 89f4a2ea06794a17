import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useAction } from '#data/use-action.ts'
import { formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { mustShare, saveFile, shareFile } from '#lib/browser/save-file.ts'
import type { Transcript, TranscriptMessage } from '#offline/chats/transcript.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import { DownloadIcon, PrinterIcon, SearchIcon } from '#ui/icons/icons.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { BackLink } from '#ui/layout/subpage.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { AnswerSources } from '../web-search/answer-sources.tsx'
import { describeScores, type Included } from './chat-to-markdown.ts'
import { type ExportFormat, exportFile } from './export-file.ts'
import styles from './export-page.module.css'
import { listPictures } from './load-pictures.ts'
import { usePictures } from './use-pictures.ts'
import { useTranscript } from './use-transcript.ts'

interface ExportPageProps {
  userId: number
  chatId: string
}

/** Saves one chat as a file, or prints it as it is shown here; without a network, what this device has of it. */
export function ExportPage({ userId, chatId }: ExportPageProps) {
  const { t } = useLingui()
  const { chat, isLoading, failure, retry } = useTranscript(userId, chatId)
  const [choices, setChoices] = useState<Choices>({ scores: true, sources: true, pictures: false })
  const listed = useMemo(() => (chat ? listPictures(chat, userId) : []), [chat, userId])
  const { pictures, missing, ...loading } = usePictures(listed, choices.pictures)
  const included: Included = { ...choices, pictures: choices.pictures ? pictures : null }
  return (
    <div className={styles.page}>
      <div className={styles.controls}>
        <BackLink to="/chat/$chatId" params={{ chatId }}>
          <Trans>Chat</Trans>
        </BackLink>
        <h1 data-in-bar>
          <Trans>Export chat</Trans>
        </h1>
        {chat ? (
          <ChoicesForm
            chat={chat}
            hasPictures={listed.length > 0}
            choices={choices}
            onChange={setChoices}
            included={included}
            isLoading={isLoading || loading.isLoading}
          />
        ) : null}
        <div role="status">
          {isLoading ? (
            <Trans>The rest of this chat is being fetched…</Trans>
          ) : loading.isLoading ? (
            <Trans>The pictures are being loaded…</Trans>
          ) : null}
        </div>
        <Failure>
          {failure !== '' && !chat?.isWhole ? (
            <>
              <p>
                <Trans>Some messages are not on this device, so they are not in the file.</Trans> {failure}
              </p>
              <Button size="s" onClick={retry}>
                <Trans>Try again</Trans>
              </Button>
            </>
          ) : null}
        </Failure>
        <Failure>
          {missing > 0 ? (
            <>
              <p>
                <Plural
                  value={missing}
                  one="One picture is neither on this device nor within reach. The file says so in its place."
                  other="# pictures are neither on this device nor within reach. The file says so in their places."
                />
              </p>
              <Button size="s" onClick={loading.retry}>
                <Trans>Try again</Trans>
              </Button>
            </>
          ) : null}
        </Failure>
      </div>
      {/* Rendering all messages again for each fetched page would take ever longer. */}
      {chat && !isLoading ? <Preview chat={chat} included={included} /> : null}
      {chat === null ? (
        <EmptyState
          icon={<SearchIcon size={28} />}
          title={<Trans>This chat is not here</Trans>}
          text={t`It may have been deleted.`}
        />
      ) : null}
    </div>
  )
}

type Choices = Record<keyof Included, boolean>

interface ChoicesFormProps {
  chat: Transcript
  hasPictures: boolean
  choices: Choices
  onChange: (choices: Choices) => void
  included: Included
  isLoading: boolean
}

function ChoicesForm({ chat, hasPictures, choices, onChange, included, isLoading }: ChoicesFormProps) {
  const language = useLanguage()
  const save = useAction(async (format: ExportFormat) => {
    const file = exportFile(chat, format, included, language)
    if (mustShare(file)) await shareFile(file)
    else saveFile(file)
  })
  const button = { disabled: isLoading, icon: <DownloadIcon size={18} /> }
  return (
    <>
      {chat.messages.some(({ scores }) => scores !== null) ? (
        <Switch
          row
          label={<Trans>With scores</Trans>}
          checked={choices.scores}
          onChange={(scores) => onChange({ ...choices, scores })}
        />
      ) : null}
      {chat.messages.some(({ sources }) => sources.length > 0) ? (
        <Switch
          row
          label={<Trans>With sources</Trans>}
          checked={choices.sources}
          onChange={(sources) => onChange({ ...choices, sources })}
        />
      ) : null}
      {hasPictures ? (
        <Switch
          row
          label={<Trans>With pictures</Trans>}
          checked={choices.pictures}
          onChange={(pictures) => onChange({ ...choices, pictures })}
        />
      ) : null}
      <div className={styles.buttons}>
        <Button {...button} onClick={() => save.run('markdown')}>
          Markdown
        </Button>
        <Button {...button} onClick={() => save.run('json')}>
          JSON
        </Button>
        <Button disabled={isLoading} icon={<PrinterIcon size={18} />} onClick={() => window.print()}>
          <Trans>Print or PDF</Trans>
        </Button>
      </div>
      <Failure>{save.failure}</Failure>
    </>
  )
}

/** What is printed. */
function Preview({ chat, included }: { chat: Transcript; included: Included }) {
  return (
    <section className={styles.preview} aria-labelledby="exported-title">
      <h2 id="exported-title" dir="auto">
        {chat.title}
      </h2>
      {chat.messages.map((message) => (
        <PrintedMessage key={message.id} message={message} included={included} />
      ))}
    </section>
  )
}

function PrintedMessage({ message, included }: { message: TranscriptMessage; included: Included }) {
  const language = useLanguage()
  const { role, content, created_at, scores, sources, files, isSent } = message
  return (
    <article className={styles.message} data-role={role}>
      <h3 className={styles.author}>
        {role === 'user' ? <Trans>You</Trans> : <Trans>Companion</Trans>}{' '}
        <time dateTime={created_at} className={styles.time}>
          {formatDate(created_at, language)}, {formatTime(created_at, language)}
        </time>
        {isSent ? null : (
          <span className={styles.time}>
            {' '}
            · <Trans>not sent yet</Trans>
          </span>
        )}
      </h3>
      {role === 'user' ? (
        <p className={styles.question} dir="auto">
          {content}
        </p>
      ) : (
        <Markdown text={content} sources={included.sources ? sources : []} />
      )}
      {files.length > 0 ? (
        <p className={styles.scores} dir="auto">
          <Trans>Attached files</Trans>: {files.map(({ name }) => name).join(', ')}
        </p>
      ) : null}
      {files.map(({ id, name }) => (
        <PrintedPicture key={id} name={name} url={included.pictures?.get(id)} />
      ))}
      {included.sources && sources.length > 0 ? (
        <AnswerSources search={{ query: null, sources, problem: null }} />
      ) : null}
      {included.scores && scores !== null ? <p className={styles.scores}>{describeScores(scores)}</p> : null}
    </article>
  )
}

/** `url`: undefined where the file is no picture, or pictures are not wanted; null where it could not be loaded. */
function PrintedPicture({ name, url }: { name: string; url: string | null | undefined }) {
  if (url === undefined) return null
  if (url !== null) return <img className={styles.picture} src={url} alt={name} />
  return (
    <p className={styles.scores} dir="auto">
      <Trans>This picture could not be loaded: {name}</Trans>
    </p>
  )
}
