import type * as v from 'valibot'
import { CodedError, FieldErrors } from '#contract/errors.ts'
import { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import { Metrics } from '#contract/objects/admin/metrics.ts'
import { Chat, Exchange, Folder, Message } from '#contract/objects/chat.ts'
import { ChatProfile } from '#contract/objects/chat-profile.ts'
import { PublicConfig } from '#contract/objects/config.ts'
import { AdminPlan, Plan, Subscription } from '#contract/objects/plan.ts'
import { Scores } from '#contract/objects/scores.ts'
import { Authenticated, Session, Tokens, User } from '#contract/objects/user.ts'
import { streamEvents } from '#contract/stream.ts'
import { temporaryEvents } from '#contract/temporary-stream.ts'

/** Objects that the document defines once and references; the schema of a tag is that of a folder. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
  User,
  Plan,
  AdminPlan,
  Subscription,
  Tokens,
  Authenticated,
  Session,
  AuditEntry,
  Figures: Metrics,
  Chat,
  Message,
  Exchange,
  Scores,
  Folder,
  ChatProfile,
  PublicConfig,
  CodedError,
  FieldErrors,
  AcceptedEvent: streamEvents.accepted,
  ReasoningEvent: streamEvents.reasoning,
  DeltaEvent: streamEvents.delta,
  SourcesEvent: streamEvents.sources,
  QueuedEvent: streamEvents.queued,
  DoneEvent: streamEvents.done,
  FailedEvent: streamEvents.failed,
  TemporaryEndedEvent: temporaryEvents.ended,
  TemporaryScoresEvent: temporaryEvents.scores,
}
