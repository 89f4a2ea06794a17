import { join, relative } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')

/** What the chat loads before it can be used, and what every page loads. */
const firstParts = [
  'features/chat/composer/(?:composer|plan-required|(?:saved|stashed|unsaved)-draft)',
  'features/chat/(?:message/actions/send-question|prompts/|scores/panel/scores-side|screen/)',
  'features/chat/speech/(?:spoken-answers-item|use-dictation|voice-buttons)',
  'features/chat/(?:status/(?:connection|failed|practice)-|temporary/temporary-chat-item)',
  'features/information/error-pages/unexpected-error',
  'features/library/chat-menu/chat-menu\\.',
  'features/(?:pwa/(?:install/install-item|update-item)|search/shortcuts/shortcuts-item)',
  'i18n/(?:describe-error|i18n|use-language)\\.',
  'main\\.',
  'routes/(?!-root/(?:change|offline)-notices)',
  'ui/(?:copy/|use-popup)',
]
const first = new RegExp(`^src/(?:${firstParts.join('|')})`)

/** What neither a visitor's page nor the chat shows at first. */
const laterParts = [
  'admin/',
  'settings/',
  'import/',
  'subscriptions/',
  'information/(?!error-pages)',
  'rating/',
  'chat/(?:export|message/(?:offer|report)|temporary(?!/temporary-chat-item)|voice(?!/voice-button))/',
  'chat/(?:memory/remember-dialog|message/versions/compare|summary/summary-dialog)',
  'account/(?!mail/mail-language|account-prompts|consents/consent-prompt)',
  'auth/(?:verify-email/|email-change/|password/(?:forgot|reset))',
  'deleted/deleted-page',
  'library/dialogs/(?!dialog-)',
  'pwa/notifications/notification-switch',
  'search/(?:commands|palette|shortcuts/shortcuts-dialog)',
]
const later = new RegExp(`^src/features/(?:${laterParts.join('|')})`)

/** In the order in which they are loaded. */
const parts = ['first', 'screens', 'later'] as const
type Part = (typeof parts)[number]

const partOf = (file: string): Part => (first.test(file) ? 'first' : later.test(file) ? 'later' : 'screens')

const catalog = /\/locales\/\w+\.po(?:\?(screens|later)\.po)?$/
const isSource = /^src\/.*\.tsx?$/

/**
 * Splits each language's messages in three: `en.po` has those of the chat's first load, `en.po?screens.po` those of the
 * screens that follow, and `en.po?later.po` those that only the features of `later` use. Each module of the second and
 * the third imports `src/i18n/screen-messages.ts` or `src/i18n/later-messages.ts`, so that its chunk waits for them.
 */
export function messageParts(): Plugin {
  let partOfMessage = new Map<string, Part>()
  return {
    name: 'companion-message-parts',
    apply: 'build',
    async buildStart() {
      partOfMessage = await readParts()
    },
    transform(code, id) {
      const found = catalog.exec(id)
      if (found) {
        const part = found[1] ?? 'first'
        return { code: filterMessages(code, (key) => (partOfMessage.get(key) ?? 'first') === part), map: null }
      }
      const file = relative(root, id.split('?')[0] ?? id)
      if (!isSource.test(file) || !code.includes('@lingui/')) return null
      const part = partOf(file)
      if (part === 'first') return null
      return { code: `import '#i18n/${part === 'later' ? 'later' : 'screen'}-messages.ts'\n${code}`, map: null }
    },
  }
}

/** Of each message, the first part that has a module which uses it. */
async function readParts(): Promise<Map<string, Part>> {
  const config = getConfig({ cwd: root })
  const [messages] = await Promise.all(
    (await getCatalogs(config)).map((each) => each.read(config.sourceLocale ?? 'en')),
  )
  const found = new Map<string, Part>()
  for (const [id, { origin = [] }] of Object.entries(messages ?? {})) {
    const users = new Set(origin.map(([file]) => partOf(file)))
    found.set(id, parts.find((part) => users.has(part)) ?? 'first')
  }
  const missing = parts.find((part) => ![...found.values()].includes(part))
  if (missing) throw new Error(`no message belongs to the part ${missing}: see scripts/build/message-parts.ts`)
  return found
}

/** Lingui's compiled catalog with some of its messages. */
function filterMessages(code: string, isWanted: (id: string) => boolean): string {
  const text = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1]
  if (text === undefined) throw new Error('Lingui compiles catalogs in another form now')
  const all: Record<string, unknown> = JSON.parse(JSON.parse(text))
  const part = Object.fromEntries(Object.entries(all).filter(([id]) => isWanted(id)))
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(part))})`
}
