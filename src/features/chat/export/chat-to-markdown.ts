import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { axes } from '#contract/objects/scores.ts'
import { oneLine } from '#contract/title-and-preview.ts'
import { modelLabel } from '#data/remembered-models.ts'
import { formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import type { Language } from '#i18n/languages.ts'
import type { Transcript, TranscriptMessage } from '#offline/chats/transcript.ts'
import { axisNames } from '#ui/score-chart/axes.ts'
import { safeHref } from '../markdown/safe-href.ts'
import type { Pictures } from './load-pictures.ts'

export interface Included {
  scores: boolean
  sources: boolean
  /** Null where they are not wanted: files are named only. */
  pictures: Pictures | null
}

/** Writes a chat as Markdown: one heading a message, the texts unchanged. */
export function chatToMarkdown(chat: Transcript, included: Included, language: Language): string {
  const parts = [`# ${oneLine(chat.title)}`]
  if (!chat.isWhole) parts.push(`*${t`Some messages of this chat were not on the device.`}*`)
  for (const message of chat.messages) {
    const author = message.role === 'user' ? t`You` : nameAnswerer(message.model)
    const day = formatDate(message.created_at, language)
    parts.push(`## ${author} · ${day}, ${formatTime(message.created_at, language)}`, message.content)
    if (message.files.length > 0) {
      parts.push(`${t`Attached files`}: ${message.files.map(({ name }) => escapeMarkdown(name)).join(', ')}`)
      if (included.pictures) parts.push(...describePictures(message.files, included.pictures))
    }
    if (included.scores && message.scores !== null) parts.push(`> ${describeScores(message.scores)}`)
    if (included.sources && message.sources.length > 0) parts.push(message.sources.map(describeSource).join('\n'))
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** A picture stands in the text itself, so that the file needs no others. */
function describePictures(files: TranscriptMessage['files'], pictures: Pictures): string[] {
  return files.flatMap((file) => {
    const url = pictures.get(file.id)
    if (url === undefined) return []
    const name = escapeMarkdown(file.name)
    return url === null ? `*${t`This picture could not be loaded: ${name}`}*` : `![${name}](${url})`
  })
}

/** The product with the model that wrote the answer, if that is known. */
const nameAnswerer = (model: string | null): string =>
  model === null ? t`Companion` : `${t`Companion`} (${escapeMarkdown(modelLabel(model))})`

/** Returns all scores of an answer on one line. */
export function describeScores(scores: NonNullable<TranscriptMessage['scores']>): string {
  const total = scores.pcs === null ? t`Not assessed` : t`Score ${scores.pcs}`
  const each = axes.map((axis) => `${i18n._(axisNames[axis])} ${scores[axis] ?? '–'}`)
  return [total, ...each].join(' · ')
}

/** The texts of a source are written by strangers: nothing in them may become Markdown. */
function describeSource({ n, url, title, site }: TranscriptMessage['sources'][number]): string {
  const label = escapeMarkdown(`${title} (${site})`)
  const href = safeHref(url)
  return href === null ? `${n}. ${label}` : `${n}. [${label}](<${href.replace(/[<>]/g, encodeURIComponent)}>)`
}

const escapeMarkdown = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>]/g, '\\$&')
