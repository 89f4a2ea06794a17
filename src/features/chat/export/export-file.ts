import type { Language } from '#i18n/languages.ts'
import type { Transcript, TranscriptMessage } from '#offline/chats/transcript.ts'
import { chatToMarkdown, type Included } from './chat-to-markdown.ts'
import type { Pictures } from './load-pictures.ts'

export type ExportFormat = 'markdown' | 'json'

const NAME_MAX = 60

/** Makes the file of one chat; its name is made from the title. */
export function exportFile(chat: Transcript, format: ExportFormat, included: Included, language: Language): File {
  return format === 'markdown'
    ? new File([chatToMarkdown(chat, included, language)], `${fileName(chat.title)}.md`, { type: 'text/markdown' })
    : new File([chatToJson(chat, included)], `${fileName(chat.title)}.json`, { type: 'application/json' })
}

/** `format` and `version` say what the file is to a program that reads it. */
function chatToJson({ id, title, created_at, isWhole, messages }: Transcript, included: Included): string {
  const chat = {
    ...{ format: 'companion-chat', version: 1, exported_at: new Date().toISOString() },
    chat: { id, title, created_at, complete: isWhole },
    messages: messages.map(({ isSent, scores, sources, files, ...message }) => ({
      ...message,
      files: files.map(({ name }) => name),
      sent: isSent,
      ...(included.scores ? { scores } : {}),
      ...(included.sources ? { sources } : {}),
      ...(included.pictures ? { pictures: describePictures(files, included.pictures) } : {}),
    })),
  }
  return `${JSON.stringify(chat, null, 2)}\n`
}

/** `content` is a data URL, or null for a picture that could not be loaded. */
const describePictures = (files: TranscriptMessage['files'], pictures: Pictures) =>
  files.flatMap(({ id, name, media_type }) => {
    const content = pictures.get(id)
    return content === undefined ? [] : [{ name, media_type, content }]
  })

/** Letters and digits of any language; other characters are not allowed in file names everywhere. */
function fileName(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...words.join('-')].slice(0, NAME_MAX).join('') || 'chat'
}
