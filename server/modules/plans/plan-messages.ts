import type { Language } from '#contract/primitives.ts'

const messages = {
  deleted: { en: 'The plan was deleted', es: 'El plan se ha borrado' },
  archived: {
    en: 'A promotion code names this plan, or somebody has bought it or is about to: it was archived instead of deleted',
    es: 'Un código nombra este plan, o alguien lo ha comprado o está a punto de hacerlo: se ha archivado, no borrado',
  },
} as const

export const planMessage = (key: keyof typeof messages, language: Language): { message: string } => ({
  message: messages[key][language],
})
