import type { Language } from '#contract/primitives.ts'

const messages = {
  deleted: { en: 'The plan was deleted', es: 'El plan se ha eliminado' },
  archived: {
    en: 'Somebody has bought this plan or is about to, so it was archived instead of deleted',
    es: 'Alguien ha comprado este plan o está a punto de hacerlo, así que se ha archivado en vez de eliminarse',
  },
} as const

export const planMessage = (key: keyof typeof messages, language: Language): { message: string } => ({
  message: messages[key][language],
})
