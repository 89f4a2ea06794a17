import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReportReason } from '#contract/objects/feedback.ts'

export const reportReasonTexts: Readonly<Record<ReportReason, MessageDescriptor>> = {
  incorrect: msg`It is not correct`,
  harmful: msg`It could do harm`,
  offensive: msg`It is offensive`,
  privacy: msg`It reveals something private`,
  other: msg`Something else`,
}
