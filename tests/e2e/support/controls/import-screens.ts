import { inStep, type Places } from './control-walk.ts'

export const importStep = 'chats are imported, and nothing the second time'

export const importPlaces: Places = {
  'Import chats': { shows: ['button Choose a file'] },
  'the summary of an import': {
    shows: ['button Cancel'],
    changes: { 'button Import 2 chats': inStep(importStep) },
  },
  'an import that has ended': { shows: ['button Another file'] },
}
