import { DAY_MS } from '#server/lib/time.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g
const SHARE = /\/share\/[\w-]{32}$/
/** Columns and fields whose values differ between users who did the same. */
const SECRET = /^(?:.*hash|access|refresh|token|endpoint|p256dh|auth)$/
const NAMING = /^(?:.*_)?id$/

/**
 * Normalises the data of a user, so that the same actions give the same result: `own` ids are replaced by their names,
 * UUIDs by one word, times by days from now, keys and hashes by their length. Injected values stay as they are.
 */
export function comparable(value: unknown, own: ReadonlyMap<number, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item, own)).sort(byText)
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, field(name, inner, own)]))
}

function field(name: string, value: unknown, own: ReadonlyMap<number, string>): unknown {
  // Each token of the index begins with its user's id.
  if (name === 'words' && typeof value === 'string') return value.replace(/'(\d+)(?=[tm])/g, nameOf(own))
  // A word of `user_words`: that of an email address is a part of a UUID here.
  if (name === 'word') return name
  if (SECRET.test(name) && typeof value === 'string') return `${value.length} characters`
  if (!NAMING.test(name) || typeof value !== 'number') return comparable(value, own)
  if (name === 'user_id' || name === 'plan_id') return own.get(value) ?? value
  return 'number'
}

const nameOf = (own: ReadonlyMap<number, string>) => (_: string, id: string) => `'${own.get(Number(id)) ?? id} `

const text = (value: string): string =>
  value
    .replace(SHARE, '/share/token')
    .replace(UUID, 'uuid')
    .replace(TIME, (time) => `${Math.round((Date.parse(time) - Date.now()) / DAY_MS)} days`)

const byText = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b))
