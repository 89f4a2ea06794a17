// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Included } from '#features/chat/export/chat-to-markdown.ts'
import { exportFile } from '#features/chat/export/export-file.ts'
import { type ExportedPicture, listPictures, loadPictures } from '#features/chat/export/load-pictures.ts'
import { formatTime } from '#i18n/format.ts'
import type { Transcript, TranscriptMessage } from '#offline/chats/transcript.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const scores = {
  ...{ truth: 91, fairness: 84, wisdom: 70, duty: null, safety: 99, liberty: 80, pcs: 79, ics: 75 },
  ...{
    message: 'a',
    reasons: {},
    source: 'model' as const,
    rubric_version: '1',
    created_at: '2026-01-02T10:00:00.000Z',
  },
}
const sources = [{ n: 1, url: 'https://example.test/a', title: 'A [page]\n# of *someone*', site: 'example.test' }]
const message = (id: string, more: Partial<TranscriptMessage>): TranscriptMessage => ({
  ...{ id, role: 'user', content: '', created_at: '2026-01-02T09:05:00.000Z', status: 'complete', scores: null },
  ...{ sources: [], files: [], model: null, isSent: true },
  ...more,
})
const files = [
  { id: 'f1', name: 'a_heron.png', media_type: 'image/png' },
  { id: 'f2', name: 'two.pdf', media_type: 'application/pdf' },
]
const chat: Transcript = {
  id: '01960000-0000-7000-8000-000000000000',
  title: 'Cranes: what/where?',
  created_at: '2026-01-02T09:05:00.000Z',
  messages: [
    message('q', { content: 'Where do **cranes** sleep?' }),
    message('a', { role: 'assistant', content: 'In shallow water. [1]', scores, sources, model: 'qwen/8_b' }),
    message('u', { content: 'And herons?', files, isSent: false }),
  ],
  isWhole: true,
}
const all: Included = { scores: true, sources: true, pictures: null }

describe('a chat saved as Markdown', () => {
  it('has a heading for each message, the texts unchanged, scores, sources and names of files', async () => {
    const file = exportFile(chat, 'markdown', all, 'en')
    expect(file.name).toBe('Cranes-what-where.md')
    const at = `Jan 2, 2026, ${formatTime('2026-01-02T09:05:00.000Z', 'en')}`
    expect(await file.text()).toBe(
      [
        '# Cranes: what/where?',
        `## You · ${at}`,
        'Where do **cranes** sleep?',
        `## Companion (qwen/8\\_b) · ${at}`,
        'In shallow water. [1]',
        '> Score 79 · Truth 91 · Fairness 84 · Wisdom 70 · Duty – · Safety 99 · Liberty 80',
        '1. [A \\[page\\] # of \\*someone\\* (example.test)](<https://example.test/a>)',
        `## You · ${at}`,
        'And herons?',
        'Attached files: a\\_heron.png, two.pdf\n',
      ].join('\n\n'),
    )
  })

  it('leaves out scores and sources that are not wanted, and says when messages are missing', async () => {
    const file = exportFile(
      { ...chat, isWhole: false },
      'markdown',
      { scores: false, sources: false, pictures: null },
      'en',
    )
    const text = await file.text()
    expect(text).not.toContain('Score 79')
    expect(text).not.toContain('example.test')
    expect(text).toContain('Some messages of this chat were not on the device.')
  })

  it('links no source whose address could run a script', async () => {
    const [source] = sources
    const bad = message('a', { role: 'assistant', sources: [{ ...source, url: 'javascript:alert(1)' }] as never })
    const text = await exportFile({ ...chat, messages: [bad] }, 'markdown', all, 'en').text()
    expect(text).not.toContain('javascript:')
  })
})

describe('a chat saved as JSON', () => {
  it('names its format and has every message with what is wanted of it', async () => {
    const file = exportFile(chat, 'json', { scores: true, sources: false, pictures: null }, 'en')
    expect(file.name).toBe('Cranes-what-where.json')
    const { exported_at, ...rest } = JSON.parse(await file.text())
    expect(Date.parse(exported_at)).not.toBeNaN()
    expect(rest).toEqual({
      ...{ format: 'companion-chat', version: 1 },
      chat: { id: chat.id, title: chat.title, created_at: chat.created_at, complete: true },
      messages: chat.messages.map(({ isSent, sources: _, files, ...each }) => ({
        ...each,
        files: files.map(({ name }) => name),
        sent: isSent,
      })),
    })
  })

  it('has a file name also when the title has no letters', () => {
    expect(exportFile({ ...chat, title: '/../…' }, 'json', all, 'en').name).toBe('chat.json')
  })
})

describe('the pictures of a saved chat', () => {
  const png = 'data:image/png;base64,AQID'
  const listed = listPictures(chat, 7)

  it('are loaded one after another, and one that cannot be loaded is missing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const other = { ...listed[0], id: 'f3' } as ExportedPicture
    const found = await loadPictures([...listed, other], async ({ id, message }) => {
      expect(message).toBeNull()
      if (id === 'f3') throw new Error('Offline')
      return new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' })
    })
    expect([...found]).toEqual([
      ['f1', png],
      ['f3', null],
    ])
  })

  it('stand in the file on request, and the file names one that is missing', async () => {
    const written = async (format: 'markdown' | 'json', url: string | null) =>
      exportFile(chat, format, { ...all, pictures: new Map([['f1', url]]) }, 'en').text()
    expect(await written('markdown', png)).toContain(`![a\\_heron.png](${png})`)
    expect(await written('markdown', null)).toContain('*This picture could not be loaded: a\\_heron.png*')
    for (const content of [png, null]) {
      const { messages } = JSON.parse(await written('json', content))
      expect(messages.at(-1)).toMatchObject({
        files: ['a_heron.png', 'two.pdf'],
        pictures: [{ name: 'a_heron.png', media_type: 'image/png', content }],
      })
    }
  })
})
