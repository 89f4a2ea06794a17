import { addChunkDep } from '#lib/lazy/chunk-deps.ts'
import { loadMoreMessages } from './i18n.ts'
// Modules that use messages of this part also use messages of the screen part.
import './screen-messages.ts'

// The build adds an import of this module to all that use messages of this part (scripts/build/message-parts.ts).
addChunkDep(() => loadMoreMessages('later'))
