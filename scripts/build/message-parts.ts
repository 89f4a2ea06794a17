import { join, relative } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')

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
  'account/(?!mail/mail-language)',
  'auth/(?:verify-email/|email-change/|password/(?:forgot|reset))',
  'deleted/deleted-page',
  'library/dialogs/(?!dialog-)',
  'pwa/(?:install/install-steps|notifications/notification-switch)',
  'search/(?:commands|palette|shortcuts/shortcuts-dialog)',
]
const later = new RegExp(`^src/features/(?:${laterParts.join('|')})`)

const catalog = /\/locales\/(\w+)\.po(\?lingui)?$/
const isSource = /\.tsx?$/

/**
 * Splits each language's messages in two: `en.po` has those of the first screens, `en.po?lingui` those that only the
 * features of `later` use. Each module of these features imports `src/i18n/later-messages.ts`, so that a chunk that
 * needs the second part waits for it.
 */
export function messageParts(): Plugin {
  let ofLater = new Set<string>()
  return {
    name: 'companion-message-parts',
    apply: 'build',
    async buildStart() {
      ofLater = await laterMessages()
    },
    transform(code, id) {
      const [, , query] = catalog.exec(id) ?? []
      if (catalog.test(id))
        return { code: filterMessages(code, (key) => ofLater.has(key) === (query !== undefined)), map: null }
      const file = relative(root, id.split('?')[0] ?? id)
      if (!isSource.test(file) || !later.test(file) || !code.includes('@lingui/')) return null
      return { code: `import '#i18n/later-messages.ts'\n${code}`, map: null }
    },
  }
}

/** The ids of the messages whose every origin is a module of `later`. */
async function laterMessages(): Promise<Set<string>> {
  const config = getConfig({ cwd: root })
  const [messages] = await Promise.all(
    (await getCatalogs(config)).map((each) => each.read(config.sourceLocale ?? 'en')),
  )
  const ids = Object.entries(messages ?? {}).flatMap(([id, { origin = [] }]) =>
    origin.length > 0 && origin.every(([file]) => later.test(file)) ? [id] : [],
  )
  if (ids.length === 0) throw new Error('no message belongs to the second part: see scripts/build/message-parts.ts')
  return new Set(ids)
}

/** Lingui's compiled catalog with some of its messages. */
function filterMessages(code: string, isWanted: (id: string) => boolean): string {
  const text = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1]
  if (text === undefined) throw new Error('Lingui compiles catalogs in another form now')
  const all: Record<string, unknown> = JSON.parse(JSON.parse(text))
  const part = Object.fromEntries(Object.entries(all).filter(([id]) => isWanted(id)))
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(part))})`
}
