import * as v from 'valibot'
import type { Language } from '#contract/primitives.ts'

const Payload = v.object({ type: v.literal('chats_ending'), account: v.number(), chats: v.number() })
export type EndingsPayload = v.InferOutput<typeof Payload>

/** Null for another kind of payload. */
export function parseEndings(text: string): EndingsPayload | null {
  try {
    const parsed = v.safeParse(Payload, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Translated here, like all texts of notifications: the app's message catalogues are too large to load. */
const texts: Record<Language, { one: string; other: (chats: number) => string; generic: string }> = {
  en: {
    one: 'An unsaved chat ends within a week. Save it to keep it.',
    other: (chats) => `${chats} unsaved chats end within a week. Save those that you want to keep.`,
    generic: 'Unsaved chats end within a week',
  },
  es: {
    one: 'Un chat sin guardar termina en menos de una semana. Guárdalo para conservarlo.',
    other: (chats) => `${chats} chats sin guardar terminan en menos de una semana. Guarda los que quieras conservar.`,
    generic: 'Hay chats sin guardar que terminan en menos de una semana',
  },
}

/** Without the number for anybody else than the signed-in user. */
export function endingsText({ account, chats }: EndingsPayload, userId: number | null, language: Language): string {
  const { one, other, generic } = texts[language]
  if (account !== userId) return generic
  return chats === 1 ? one : other(chats)
}
