import type { EarlierMessages } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { bytesOf } from '../../../../lib/text/text-bytes.ts'
import { isoTime } from '../../../../lib/time.ts'
import { PICTURE_BYTES } from '../../../../limits/prompt-budget.ts'
import type { PathStep } from '../../path.repository.ts'
import { findSummary } from '../../summaries.repository.ts'
import type { Claim } from '../job.ts'
import { type SummaryRequest, summarisePath } from '../summary/summarise-path.ts'
import { type AttachedFile, bytesOfTexts, isShown } from './attached-files.ts'

/** What the rules about earlier messages measure besides the summary, in bytes. */
const RULES_BYTES = 1_000
/** What the lines around a file measure besides its name, in bytes. */
const PICTURE_LINES_BYTES = 140
const DOCUMENT_LINES_BYTES = 300

export interface Fitted {
  /** The newest steps, which the model gets in full. */
  shown: readonly PathStep[]
  summary: string | null
  /** Null when the model gets the whole path. */
  earlier: EarlierMessages | null
}

interface FitRequest extends SummaryRequest {
  /** What the path, its files and a summary may measure, in bytes. */
  space: number
  /** When a summary may be tried again; null after none has failed. */
  summariseAfter: string | null
  /** Whether the model may be called for a summary. */
  mayCall: () => Promise<boolean>
}

/**
 * The newest part of a path that fits into the prompt, with a summary of the rest. When the summary that there is ends
 * too early, the model writes another one that leaves half of the space free, so that many answers later it is the
 * same.
 */
export async function fitPath(
  deps: Pick<Dependencies, 'db' | 'engine' | 'log' | 'now'>,
  claim: Claim,
  request: FitRequest,
): Promise<Fitted> {
  const { path, space } = request
  const { budget } = request.model
  const last = path.length - 1
  if (last <= 0 || measure(request, path) <= space) return { shown: path, summary: null, earlier: null }
  const left = space - RULES_BYTES
  const known = await findSummary(deps.db, { userId: claim.user_id, chatId: claim.chat_id, most: budget.summary }, path)
  const begin = (known?.at ?? -1) + 1
  const rest = known === null ? null : path.slice(begin)
  if (rest !== null && measure(request, rest) <= left - bytesOf(known?.content ?? '')) {
    return fittedFrom(path, begin, known)
  }
  const target = firstThatFits(request, Math.floor((left - budget.summary) / 2), begin)
  const summary = (await mayWrite(deps, request))
    ? await summarisePath(deps, claim, { ...request, known, to: target - 1 })
    : known
  const covered = (summary?.at ?? -1) + 1
  return fittedFrom(path, firstThatFits(request, left - bytesOf(summary?.content ?? ''), covered), summary)
}

function fittedFrom(path: readonly PathStep[], first: number, summary: { at: number; content: string } | null): Fitted {
  const end = path[first - 1]?.endId
  const covered = summary === null ? null : (path[summary.at]?.endId ?? null)
  return {
    shown: path.slice(first),
    summary: summary?.content ?? null,
    earlier: end === undefined ? null : { end, summary: covered },
  }
}

/** The first step from `begin` on from which everything fits into `space`; the last one if nothing does. */
function firstThatFits(request: FitRequest, space: number, begin: number): number {
  const { path } = request
  let first = path.length - 1
  while (first > begin && measure(request, path.slice(first - 1)) <= space) first -= 1
  return first
}

/** The bytes of steps with their files, the lines that name these, and pictures. */
function measure({ files, model: { assistant, budget } }: FitRequest, steps: readonly PathStep[]): number {
  const texts = steps.reduce((sum, { bytes }) => sum + bytes, 0)
  if (files.size === 0) return texts
  const attached = steps.flatMap(({ questionId }) => files.get(questionId) ?? [])
  const lines = attached.reduce((sum, file) => sum + measureLines(file), 0)
  const pictures = assistant.vision ? Math.min(budget.pictures, attached.filter(isShown).length) : 0
  return texts + lines + Math.min(budget.files, bytesOfTexts(attached)) + pictures * PICTURE_BYTES
}

const measureLines = ({ name, bytes }: AttachedFile): number =>
  bytesOf(name) + (bytes === null ? PICTURE_LINES_BYTES : DOCUMENT_LINES_BYTES)

/** Whether a summary may be written now. The practice assistant needs none, because it does not read its prompt. */
async function mayWrite({ now }: Pick<Dependencies, 'now'>, { model, summariseAfter, mayCall }: FitRequest) {
  if (model.assistant.kind === 'practice') return false
  return (summariseAfter === null || summariseAfter <= isoTime(now())) && (await mayCall())
}
