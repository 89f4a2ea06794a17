import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Axis } from './axes.ts'

/** What each axis asks of an answer. */
export const axisQuestions: Record<Axis, MessageDescriptor> = {
  truth: msg`Is it right, and does it say what it cannot know?`,
  fairness: msg`Does it weigh everyone concerned alike?`,
  wisdom: msg`Does it look past the next step?`,
  duty: msg`Does it name what is owed, and to whom?`,
  safety: msg`Could following it harm somebody?`,
  liberty: msg`Does it leave the choice with you?`,
}
