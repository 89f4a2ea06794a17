import { type Axis, axes } from '#contract/objects/scores.ts'
import type { Language } from '#contract/primitives.ts'
import { type Cues, cues } from './cue-words.ts'
import type { Assessment, Judge, Reading } from './judge.ts'

const WORDS_RUBRIC_VERSION = 'words-1'

/** The score of a principle without matches, and the change for each match, up to three of either kind. */
const NOTHING_HEARD = 60
const MORE = 10
const LESS = 20
const COUNTED = 3
/** Shorter answers are not assessed. */
const WORDS_MIN = 5

const hears = {
  truth: { en: 'words that say how sure it is', es: 'palabras que dicen cuánta seguridad tiene' },
  fairness: { en: 'words about the others concerned', es: 'palabras sobre las demás personas afectadas' },
  wisdom: { en: 'words that look further ahead', es: 'palabras que miran más allá' },
  duty: { en: 'words about what is owed, and by whom', es: 'palabras sobre lo que se debe y quién lo debe' },
  safety: { en: 'words of care', es: 'palabras de cuidado' },
  liberty: { en: 'words that leave the choice open', es: 'palabras que dejan la elección abierta' },
} as const satisfies Record<Axis, object>
const reasons = {
  more: { en: (what: string) => `The word list finds ${what}.`, es: (what: string) => `La lista encuentra ${what}.` },
  less: {
    en: (what: string) => `The word list finds what speaks against ${what}.`,
    es: (what: string) => `La lista encuentra lo contrario de ${what}.`,
  },
  none: {
    en: (what: string) => `The word list looks for ${what} and finds none.`,
    es: (what: string) => `La lista busca ${what} y no encuentra ninguna.`,
  },
} as const

/** The practice assistant's judge: deterministic scores by fixed word lists (docs/decisions/027). */
export function wordJudge(): Judge {
  return {
    source: 'practice',
    rubricVersion: WORDS_RUBRIC_VERSION,
    async read({ answer, language }, { which }) {
      const tooShort = (answer.match(/\p{L}+/gu) ?? []).length < WORDS_MIN
      const assess = (axis: Axis): Assessment =>
        tooShort ? { score: null, reason: '', quote: '' } : hear(answer, axis, cues[axis][which], language)
      const reading = Object.fromEntries(axes.map((axis) => [axis, assess(axis)])) as Record<Axis, Assessment>
      return { reading: reading satisfies Reading, usage: null }
    },
  }
}

function hear(answer: string, axis: Axis, { more, less }: Cues, language: Language): Assessment {
  const [good, bad] = [different(answer, more), different(answer, less)]
  const score = NOTHING_HEARD + MORE * Math.min(COUNTED, good.length) - LESS * Math.min(COUNTED, bad.length)
  const found = bad[0] ?? good[0]
  const kind = bad.length > 0 ? 'less' : good.length > 0 ? 'more' : 'none'
  return { score, reason: reasons[kind][language](hears[axis][language]), quote: found ?? '' }
}

/** The distinct matches, as they are written in the answer. */
function different(answer: string, cue: RegExp): string[] {
  const found = new Map<string, string>()
  for (const [text] of answer.matchAll(cue)) if (!found.has(text.toLowerCase())) found.set(text.toLowerCase(), text)
  return [...found.values()]
}
