import { addChunkDep } from '#lib/lazy/chunk-deps.ts'
import { loadLaterMessages } from './i18n.ts'

// The build adds an import of this module to all whose messages are in the second part (scripts/build/message-parts.ts).
addChunkDep(loadLaterMessages)
